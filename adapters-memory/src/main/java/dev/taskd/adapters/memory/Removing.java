package dev.taskd.adapters.memory;

import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.Housekeeping.Step;
import dev.taskd.domain.task.Task;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One step of removing what ended long ago. One thread at a time.
 *
 * @param until what ended then or before
 */
record Removing(MemoryQueue queue, MemoryTasks tasks, Instant until) {
  Step<TaskId> tasks(@Nullable TaskId after, int limit) {
    List<Task> page = tasks.page(after, limit);
    List<Task> old = page.stream().filter(this::isOver).toList();
    for (Task task : old) {
      queue.of(task.id()).forEach(queue::remove);
      tasks.remove(task);
    }
    boolean more = page.size() == limit && !page.getLast().createdAt().isAfter(until);
    return new Step<>(old.size(), more ? page.getLast().id() : null);
  }

  private boolean isOver(Task task) {
    return task.state().isEnded()
        && isOld(task.finishedAt())
        && queue.of(task.id()).stream().allMatch(job -> isFinished(job.state));
  }

  private static boolean isFinished(JobState state) {
    return state == JobState.DONE || state == JobState.CANCELLED;
  }

  Step<JobId> jobs(JobState state, @Nullable JobId after, int limit, Predicate<MemoryJob> mayGo) {
    List<MemoryJob> page = queue.page(state, after, limit);
    List<MemoryJob> old = page.stream().filter(job -> isOld(job.finishedAt)).filter(mayGo).toList();
    old.forEach(queue::remove);
    boolean more = page.size() == limit && !page.getLast().createdAt.isAfter(until);
    return new Step<>(old.size(), more ? page.getLast().id : null);
  }

  private boolean isOld(@Nullable Instant end) {
    return end != null && !end.isAfter(until);
  }
}
