package dev.taskd.adapters.http;

import dev.taskd.adapters.memory.MemoryStore;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.TaskReader;
import dev.taskd.domain.port.TaskStore;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskQuery;
import dev.taskd.domain.task.TimelineEntry;
import dev.taskd.domain.text.SafeText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tasks in memory, until it is told to throw. */
final class TroubledTasks implements TaskReader, TaskStore {
  private final MemoryStore store;
  private volatile @Nullable Runnable trouble;

  TroubledTasks(MemoryStore store) {
    this.store = store;
  }

  /** From now on every call does this first; null for nothing. */
  void does(@Nullable Runnable trouble) {
    this.trouble = trouble;
  }

  @Override
  public Optional<Task> find(TaskId id) {
    return healthy().find(id);
  }

  @Override
  public List<Task> list(TaskQuery query) {
    return healthy().list(query);
  }

  @Override
  public List<TimelineEntry> timeline(TaskId id) {
    return healthy().timeline(id);
  }

  @Override
  public Submission submit(List<NewTask> tasks) {
    return healthy().submit(tasks);
  }

  @Override
  public Change complete(TaskId id, String result) {
    return healthy().complete(id, result);
  }

  @Override
  public Change fail(TaskId id, SafeText message) {
    return healthy().fail(id, message);
  }

  @Override
  public Change cancel(TaskId id) {
    return healthy().cancel(id);
  }

  private MemoryStore healthy() {
    Runnable first = trouble;
    if (first != null) {
      first.run();
    }
    return store;
  }
}
