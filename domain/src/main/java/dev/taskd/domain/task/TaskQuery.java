package dev.taskd.domain.task;

import dev.taskd.domain.job.TaskId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks somebody wants to see, newest first.
 *
 * @param state only tasks of this state; null for all
 * @param type only tasks of this type; null for all
 * @param limit how many at most, from 1
 * @param after only tasks older than this place; null to begin with the newest
 */
public record TaskQuery(
    @Nullable TaskState state, @Nullable String type, int limit, @Nullable Place after) {
  /** Where a task stands in the order: at full precision, so that no two share it. */
  public record Place(Instant createdAt, TaskId id) {}
}
