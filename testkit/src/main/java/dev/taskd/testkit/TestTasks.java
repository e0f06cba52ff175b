package dev.taskd.testkit;

import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.task.EventType;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.NewTask.Idempotency;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskQuery;
import dev.taskd.domain.task.TaskType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Tasks and their events for tests. */
public final class TestTasks {
  public static final TaskType TRANSCODE = new TaskType("transcode", List.of("probe", "encode"));
  public static final TaskType RESIZE = new TaskType("resize", List.of("scale"));
  public static final TaskType APPROVAL = new TaskType("approval", List.of());
  public static final Topic PROBE = Topic.ofStep("probe");
  public static final Topic ENCODE = Topic.ofStep("encode");
  public static final Topic SCALE = Topic.ofStep("scale");

  private TestTasks() {}

  /** Asks for every task there is. */
  public static TaskQuery all() {
    return new TaskQuery(null, null, 10_000, null);
  }

  public static TaskId newId() {
    return TaskId.create(InstantSource.system(), ThreadLocalRandom.current());
  }

  /** A task of this type, due now, each step with three attempts. */
  public static NewTask asked(TaskType type) {
    return task(type, null, null);
  }

  /** So many tasks of this type. */
  public static List<NewTask> asked(TaskType type, int count) {
    return IntStream.range(0, count).mapToObj(i -> asked(type)).toList();
  }

  public static NewTask asked(TaskType type, String key, String fingerprint) {
    return task(type, null, new Idempotency(key, fingerprint));
  }

  public static NewTask askedFor(Instant runAt) {
    return task(RESIZE, runAt, null);
  }

  private static NewTask task(
      TaskType type, @Nullable Instant runAt, @Nullable Idempotency idempotency) {
    return new NewTask(
        newId(), type, "{\"n\":1}", Priority.NORMAL, runAt, 3, "{\"m\":2}", idempotency);
  }

  /** One job for each event, whose payload is {@link #telling}. */
  public static List<NewJob> oneDelivery(EventType type, Task task, Instant at) {
    String telling = telling(type, task.id(), task.ends());
    return List.of(new NewJob(type.topic(), Priority.NORMAL, telling, null, 5, task.id(), telling));
  }

  /** What the delivery of an event carries: its type, the task and the number of its end. */
  public static String telling(EventType type, TaskId task, int ends) {
    return type.code() + " " + task + " " + ends;
  }
}
