package dev.taskd.application.housekeeping;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What this node has done to keep the store small and quick, since its start.
 *
 * @param sweep the last round of removals; null if there was none yet
 * @param removedTasks with all that was theirs
 * @param removedJobs those that went by themselves: dead ones, and those of no task
 * @param vacuum the last time that the store was tended; null if it never was
 * @param errors how often something of it failed
 */
public record Housework(
    @Nullable Run sweep, long removedTasks, long removedJobs, @Nullable Run vacuum, long errors) {
  /** Nothing yet. */
  static final Housework NONE = new Housework(null, 0, 0, null, 0);

  /** When something was begun, and how long it took. */
  public record Run(Instant at, Duration took) {}

  Housework swept(Run run) {
    return new Housework(run, removedTasks, removedJobs, vacuum, errors);
  }

  Housework removed(long tasks, long jobs) {
    return new Housework(sweep, removedTasks + tasks, removedJobs + jobs, vacuum, errors);
  }

  Housework vacuumed(Run run) {
    return new Housework(sweep, removedTasks, removedJobs, run, errors);
  }

  Housework failed() {
    return new Housework(sweep, removedTasks, removedJobs, vacuum, errors + 1);
  }
}
