package dev.taskd.domain.port;

import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskQuery;
import dev.taskd.domain.task.TimelineEntry;
import java.util.List;
import java.util.Optional;

/** Looks at tasks. Thread-safe. Every call may throw {@link StoreException}. */
public interface TaskReader {
  Optional<Task> find(TaskId id);

  /** Newest first, and in the same order for every filter. */
  List<Task> list(TaskQuery query);

  /** What happened to a task, in order; empty if there is no such task. */
  List<TimelineEntry> timeline(TaskId id);
}
