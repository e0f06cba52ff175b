package dev.taskd.domain.task;

import dev.taskd.domain.job.NewJob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One move of a task, written whole or not at all.
 *
 * @param task the task after the move
 * @param step the job of the step that begins; the store puts its id into the task
 * @param deliveries the jobs that tell the world
 */
public record Progress(
    Task task, List<TimelineEntry> timeline, @Nullable NewJob step, List<NewJob> deliveries) {
  public Progress {
    timeline = List.copyOf(timeline);
    deliveries = List.copyOf(deliveries);
  }
}
