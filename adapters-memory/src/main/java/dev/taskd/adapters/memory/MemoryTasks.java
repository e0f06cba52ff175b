package dev.taskd.adapters.memory;

import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.Progress;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskQuery;
import dev.taskd.domain.task.TaskQuery.Place;
import dev.taskd.domain.task.TimelineEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All tasks, the newest first, with their timelines and keys. One thread at a time. */
final class MemoryTasks {
  private static final Comparator<Place> NEWEST_FIRST =
      Comparator.comparing(Place::createdAt).thenComparing(Place::id).reversed();

  private final MemoryQueue queue;
  private final NavigableMap<TaskId, Task> tasks = new TreeMap<>();
  private final Map<TaskId, List<TimelineEntry>> timelines = new HashMap<>();
  private final NavigableMap<Place, TaskId> order = new TreeMap<>(NEWEST_FIRST);
  private final Map<String, Known> keys = new HashMap<>();
  private final Map<TaskId, String> keysOf = new HashMap<>();

  MemoryTasks(MemoryQueue queue) {
    this.queue = queue;
  }

  /** The task that was submitted under a key, and what it was asked with. */
  record Known(String fingerprint, TaskId task) {
    boolean isAskedBy(NewTask asked) {
      return asked.idempotency() != null && asked.idempotency().fingerprint().equals(fingerprint);
    }
  }

  @Nullable Known known(String key) {
    return keys.get(key);
  }

  void remember(String key, Known known) {
    keys.put(key, known);
    keysOf.put(known.task(), key);
  }

  /** The next tasks, those that were made first ahead. */
  List<Task> page(@Nullable TaskId after, int limit) {
    return (after == null ? tasks : tasks.tailMap(after, false))
        .values().stream().limit(limit).toList();
  }

  /** Forgets a task that is over, and its key. */
  void remove(Task task) {
    tasks.remove(task.id());
    timelines.remove(task.id());
    order.remove(new Place(task.createdAt(), task.id()));
    String key = keysOf.remove(task.id());
    if (key != null) {
      keys.remove(key);
    }
  }

  /** The task as it was last written; null if there is none. */
  @Nullable Task find(@Nullable TaskId id) {
    return id == null ? null : tasks.get(id);
  }

  /** Writes one move of a task with the jobs that it causes; the task as it is seen then. */
  Task write(Progress progress, Instant now) {
    Task task = progress.task();
    if (progress.step() != null) {
      task = task.withJob(queue.add(progress.step(), now).id);
    }
    progress.deliveries().forEach(delivery -> queue.add(delivery, now));
    tasks.put(task.id(), task);
    order.put(new Place(task.createdAt(), task.id()), task.id());
    List<TimelineEntry> timeline = timelines.computeIfAbsent(task.id(), id -> new ArrayList<>());
    progress.timeline().forEach(entry -> timeline.add(Micros.cut(entry)));
    return seen(task);
  }

  Task seen(TaskId id) {
    return seen(Objects.requireNonNull(tasks.get(id)));
  }

  /** The task as a client sees it: running while a node has its step in hand. */
  Task seen(Task task) {
    MemoryJob step = runningStepOf(task);
    return step == null ? task : task.running(Objects.requireNonNull(step.startedAt));
  }

  /** The job of the step that a node has in hand; null if none has. */
  @Nullable MemoryJob runningStepOf(Task task) {
    MemoryJob step = stepOf(task);
    return step != null && step.state == JobState.RUNNING ? step : null;
  }

  /** The job of the step that is under way, or was the last one; null for a task without steps. */
  @Nullable MemoryJob stepOf(Task task) {
    return task.job() == null ? null : queue.find(task.job());
  }

  List<Task> list(TaskQuery query) {
    NavigableMap<Place, TaskId> older =
        query.after() == null ? order : order.tailMap(query.after(), false);
    List<Task> found = new ArrayList<>();
    for (TaskId id : older.values()) {
      if (found.size() == query.limit()) {
        break;
      }
      Task task = seen(id);
      if (isAsked(query, task)) {
        found.add(task);
      }
    }
    return found;
  }

  private static boolean isAsked(TaskQuery query, Task task) {
    return (query.state() == null || query.state() == task.state())
        && (query.type() == null || query.type().equals(task.type()));
  }

  List<TimelineEntry> timeline(TaskId id) {
    List<TimelineEntry> told = new ArrayList<>(timelines.getOrDefault(id, List.of()));
    Task task = tasks.get(id);
    MemoryJob step = task == null ? null : runningStepOf(task);
    if (task != null && step != null) {
      Instant since = Objects.requireNonNull(step.startedAt);
      told.add(TimelineEntry.started(task.stepName(), step.attempts, since));
    }
    return TimelineEntry.inOrder(told);
  }
}
