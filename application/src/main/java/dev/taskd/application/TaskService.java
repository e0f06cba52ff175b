package dev.taskd.application;

import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.TaskStore;
import dev.taskd.domain.port.TaskStore.Change;
import dev.taskd.domain.port.TaskStore.Kept;
import dev.taskd.domain.port.TaskStore.Submission;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.NewTask.Idempotency;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskType;
import dev.taskd.domain.text.SafeText;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** What clients may ask for. Thread-safe. */
public final class TaskService {
  private final NavigableMap<String, TaskType> types;
  private final int defaultMaxAttempts;
  private final TaskStore store;
  private final TaskWatch watch;
  private final Runnable cancelAsked;
  private final InstantSource clock;
  private final RandomGenerator random;

  /**
   * @param defaultMaxAttempts the limit of a task that names none. Default 5
   * @param cancelAsked runs whenever a running task is to be cancelled
   */
  public TaskService(
      Map<String, TaskType> types,
      int defaultMaxAttempts,
      TaskStore store,
      TaskWatch watch,
      Runnable cancelAsked,
      InstantSource clock,
      RandomGenerator random) {
    this.types = new TreeMap<>(types);
    this.defaultMaxAttempts = defaultMaxAttempts;
    this.store = store;
    this.watch = watch;
    this.cancelAsked = cancelAsked;
    this.clock = clock;
    this.random = random;
  }

  /** What came of a submission. */
  public sealed interface Submitted {
    /** Kept; one for each request, in order. */
    record Accepted(List<Kept> tasks) implements Submitted {
      public Accepted {
        tasks = List.copyOf(tasks);
      }
    }

    /** Nothing was kept: these positions carry a key that is known from another request. */
    record KeyReused(SortedSet<Integer> positions) implements Submitted {
      public KeyReused {
        positions = new TreeSet<>(positions);
      }
    }
  }

  /** The names of the task types that there are. */
  public SortedSet<String> types() {
    return Collections.unmodifiableSortedSet(types.navigableKeySet());
  }

  /** Keeps new tasks, all or none; each is of a known type. */
  public Submitted submit(List<TaskRequest> requests) {
    List<NewTask> tasks = requests.stream().map(this::newTask).toList();
    return switch (store.submit(tasks)) {
      case Submission.Accepted(List<Kept> kept) -> new Submitted.Accepted(kept);
      case Submission.KeyReused(SortedSet<Integer> positions) -> new Submitted.KeyReused(positions);
    };
  }

  /** Ends a task without steps well, with a JSON document as its result. */
  public Change complete(TaskId id, String result) {
    return told(id, store.complete(id, result));
  }

  /** Ends a task without steps as failed. */
  public Change fail(TaskId id, SafeText message) {
    return told(id, store.fail(id, message));
  }

  /** Ends a task, or has its running handler told. */
  public Change cancel(TaskId id) {
    Change change = told(id, store.cancel(id));
    if (change instanceof Change.Changed(Task task) && task.cancelRequested()) {
      cancelAsked.run();
    }
    return change;
  }

  private Change told(TaskId id, Change change) {
    if (change instanceof Change.Changed) {
      watch.moved(id);
    }
    return change;
  }

  private NewTask newTask(TaskRequest request) {
    TaskType type = types.get(request.type());
    if (type == null) {
      throw new IllegalArgumentException("no such task type: " + request.type());
    }
    String key = request.idempotencyKey();
    return new NewTask(
        TaskId.create(clock, random),
        type,
        request.input(),
        request.priority(),
        request.runAt(),
        request.maxAttempts() == null ? defaultMaxAttempts : request.maxAttempts(),
        request.metadata(),
        key == null ? null : new Idempotency(key, request.fingerprint()));
  }
}
