package dev.taskd.domain.task;

import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.task.TimelineEntry.What;
import dev.taskd.domain.text.SafeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a task moves on. A store calls it with the task that it has locked and with its own time, and
 * writes what comes back. Thread-safe.
 */
public final class TaskFlow {
  private final Outbox outbox;

  public TaskFlow(Outbox outbox) {
    this.outbox = outbox;
  }

  /** The first move: what a client asked for becomes a task. */
  public Progress created(NewTask asked, Instant now) {
    List<String> steps = asked.type().steps();
    Task task =
        new Task(
            asked.id(),
            asked.type().name(),
            steps.isEmpty() ? TaskState.WAITING : TaskState.PENDING,
            asked.input(),
            null,
            null,
            0,
            asked.maxAttempts(),
            asked.priority(),
            asked.metadata(),
            steps,
            0,
            null,
            0,
            false,
            now,
            asked.runAt() == null || asked.runAt().isBefore(now) ? now : asked.runAt(),
            null,
            null);
    return new Progress(
        task,
        List.of(entry(task, now, What.CREATED)),
        steps.isEmpty() ? null : stepJob(task, task.runAt()),
        outbox.deliveries(EventType.CREATED, task, now));
  }

  /**
   * The verdict that counts: once its cancellation was asked for, a task's step ends cancelled
   * whatever its handler made of it.
   *
   * @param task the task that the job is of; null if it is of none
   */
  public static Verdict ruling(@Nullable Task task, Settlement settlement) {
    return task != null && isUnderWay(task, settlement) && task.cancelRequested()
        ? new Verdict.Cancelled()
        : settlement.verdict();
  }

  /**
   * What the {@link #ruling} on its step makes of a task; null if it leaves the task alone: the
   * step was never started, or is not the one that is under way.
   *
   * @param since when the job was claimed
   */
  public @Nullable Progress settled(Task task, Settlement settlement, Instant since, Instant now) {
    if (!isUnderWay(task, settlement)) {
      return null;
    }
    Verdict ruling = ruling(task, settlement);
    Task tried = settlement.isOfStarted() ? task.tried(since) : task;
    Telling telling = new Telling(tried, settlement);
    if (settlement.isOfStarted()) {
      telling.add(since, What.STARTED, null, null);
    }
    return switch (ruling) {
      case Verdict.HandedBack() -> null;
      case Verdict.Finished(String result) -> finished(tried, result, telling, now);
      case Verdict.Cancelled() -> end(tried, TaskState.CANCELLED, null, null, telling.entries, now);
      case Verdict.Buried(Failure failure) -> {
        telling.add(now, What.ERROR, failure, null);
        TaskError error = new TaskError(failure.kind(), tried.stepName(), failure.message());
        yield end(tried, TaskState.FAILED, null, error, telling.entries, now);
      }
      case Verdict.Retried(var delay, Failure failure) -> {
        telling.add(now, What.ERROR, failure, null);
        telling.add(now, What.RETRIED, null, now.plus(delay));
        yield stay(tried, telling);
      }
      case Verdict.Snoozed(var delay) -> {
        telling.add(now, What.SNOOZED, null, now.plus(delay));
        yield stay(tried, telling);
      }
      case Verdict.Rescued(Failure failure) -> {
        telling.add(now, What.ERROR, failure, null);
        telling.add(now, What.RETRIED, null, now);
        yield stay(tried, telling);
      }
    };
  }

  /** Its client has completed it. */
  public Progress completed(Task task, String result, Instant now) {
    return end(task, TaskState.SUCCEEDED, result, null, new ArrayList<>(), now);
  }

  /** Its client has failed it. */
  public Progress failed(Task task, SafeText message, Instant now) {
    TaskError error = new TaskError(ErrorKind.STEP_ERROR, null, message);
    return end(task, TaskState.FAILED, null, error, new ArrayList<>(), now);
  }

  /** Its client has cancelled it while nothing of it was running. */
  public Progress cancelled(Task task, Instant now) {
    return end(task, TaskState.CANCELLED, null, null, new ArrayList<>(), now);
  }

  /** Its client wants it cancelled while its step is running. */
  public Progress cancelRequested(Task task, Instant now) {
    return new Progress(
        task.toBeCancelled(), List.of(entry(task, now, What.CANCEL_REQUESTED)), null, List.of());
  }

  /** An operator has its dead step tried again. */
  public Progress reopened(Task task, Instant now) {
    return new Progress(task.reopened(), List.of(entry(task, now, What.REOPENED)), null, List.of());
  }

  private Progress finished(Task task, @Nullable String result, Telling telling, Instant now) {
    int next = task.step() + 1;
    if (next >= task.steps().size()) {
      return end(task, TaskState.SUCCEEDED, result, null, telling.entries, now);
    }
    telling.add(now, What.STEP_DONE, null, null);
    Task moved = task.atStep(next);
    return new Progress(moved, telling.entries, stepJob(moved, now), List.of());
  }

  private static Progress stay(Task task, Telling telling) {
    return new Progress(task, telling.entries, null, List.of());
  }

  private Progress end(
      Task task,
      TaskState state,
      @Nullable String result,
      @Nullable TaskError error,
      List<TimelineEntry> timeline,
      Instant now) {
    Task ended = task.ended(state, result, error, now);
    timeline.add(entry(ended, now, whatOf(state)));
    return new Progress(ended, timeline, null, outbox.deliveries(eventOf(state), ended, now));
  }

  private static NewJob stepJob(Task task, Instant runAt) {
    return new NewJob(
        Topic.ofStep(task.steps().get(task.step())),
        task.priority(),
        null,
        runAt,
        task.maxAttempts(),
        task.id(),
        null);
  }

  private static boolean isUnderWay(Task task, Settlement settlement) {
    return !task.state().isEnded() && settlement.job().id().equals(task.job());
  }

  private static What whatOf(TaskState state) {
    return switch (state) {
      case SUCCEEDED -> What.SUCCEEDED;
      case FAILED -> What.FAILED;
      case CANCELLED -> What.CANCELLED;
      case PENDING, RUNNING, WAITING -> throw notAnEnd(state);
    };
  }

  private static EventType eventOf(TaskState state) {
    return switch (state) {
      case SUCCEEDED -> EventType.COMPLETED;
      case FAILED -> EventType.FAILED;
      case CANCELLED -> EventType.CANCELLED;
      case PENDING, RUNNING, WAITING -> throw notAnEnd(state);
    };
  }

  private static IllegalArgumentException notAnEnd(TaskState state) {
    return new IllegalArgumentException("not an end: " + state);
  }

  private static TimelineEntry entry(Task task, Instant now, What what) {
    SafeText message = task.error() == null ? null : task.error().message();
    ErrorKind kind = task.error() == null ? null : task.error().kind();
    return new TimelineEntry(now, what, null, null, kind, message, null);
  }

  /** Collects what one settlement adds to the timeline. */
  private static final class Telling {
    private final Task task;
    private final Settlement settlement;
    private final List<TimelineEntry> entries = new ArrayList<>();

    Telling(Task task, Settlement settlement) {
      this.task = task;
      this.settlement = settlement;
    }

    void add(Instant at, What what, @Nullable Failure failure, @Nullable Instant until) {
      entries.add(
          new TimelineEntry(
              at,
              what,
              task.stepName(),
              settlement.job().attempt(),
              failure == null ? null : failure.kind(),
              failure == null ? null : failure.message(),
              until));
    }
  }
}
