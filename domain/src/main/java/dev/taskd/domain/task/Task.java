package dev.taskd.domain.task;

import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.TaskId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client asked for, where it stands, and what came of it.
 *
 * @param steps the names of its steps, as its type had them when it was submitted
 * @param step the index of the step that is under way, or was the last one
 * @param job the job of that step; null for a task without steps
 * @param attempts how often its jobs were tried, the try under way included
 * @param maxAttempts how often each step may be tried
 * @param ends how often it ended: more than once if an operator reopened it
 * @param cancelRequested its client wants it ended as soon as its handler is out
 */
public record Task(
    TaskId id,
    String type,
    TaskState state,
    String input,
    @Nullable String result,
    @Nullable TaskError error,
    int attempts,
    int maxAttempts,
    Priority priority,
    @Nullable String metadata,
    List<String> steps,
    int step,
    @Nullable JobId job,
    int ends,
    boolean cancelRequested,
    Instant createdAt,
    Instant runAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt) {
  public Task {
    steps = List.copyOf(steps);
  }

  /** The name of the step that is under way, or was the last one; null for a task without steps. */
  public @Nullable String stepName() {
    return steps.isEmpty() ? null : steps.get(step);
  }

  /** The same task with the job of its step. */
  public Task withJob(JobId job) {
    return new Task(
        id,
        type,
        state,
        input,
        result,
        error,
        attempts,
        maxAttempts,
        priority,
        metadata,
        steps,
        step,
        job,
        ends,
        cancelRequested,
        createdAt,
        runAt,
        startedAt,
        finishedAt);
  }

  /** The same task as it is seen while a node has its step in hand. */
  public Task running(Instant since) {
    return new Task(
        id,
        type,
        TaskState.RUNNING,
        input,
        result,
        error,
        attempts + 1,
        maxAttempts,
        priority,
        metadata,
        steps,
        step,
        job,
        ends,
        cancelRequested,
        createdAt,
        runAt,
        startedAt == null ? since : startedAt,
        finishedAt);
  }

  Task ended(TaskState state, @Nullable String result, @Nullable TaskError error, Instant now) {
    return new Task(
        id,
        type,
        state,
        input,
        result,
        error,
        attempts,
        maxAttempts,
        priority,
        metadata,
        steps,
        step,
        job,
        ends + 1,
        false,
        createdAt,
        runAt,
        startedAt,
        now);
  }

  Task tried(Instant started) {
    return new Task(
        id,
        type,
        TaskState.PENDING,
        input,
        result,
        error,
        attempts + 1,
        maxAttempts,
        priority,
        metadata,
        steps,
        step,
        job,
        ends,
        cancelRequested,
        createdAt,
        runAt,
        startedAt == null ? started : startedAt,
        finishedAt);
  }

  Task atStep(int step) {
    return new Task(
        id,
        type,
        TaskState.PENDING,
        input,
        result,
        error,
        attempts,
        maxAttempts,
        priority,
        metadata,
        steps,
        step,
        null,
        ends,
        cancelRequested,
        createdAt,
        runAt,
        startedAt,
        finishedAt);
  }

  Task toBeCancelled() {
    return new Task(
        id,
        type,
        state,
        input,
        result,
        error,
        attempts,
        maxAttempts,
        priority,
        metadata,
        steps,
        step,
        job,
        ends,
        true,
        createdAt,
        runAt,
        startedAt,
        finishedAt);
  }

  Task reopened() {
    return new Task(
        id,
        type,
        TaskState.PENDING,
        input,
        null,
        null,
        attempts,
        maxAttempts,
        priority,
        metadata,
        steps,
        step,
        job,
        ends,
        false,
        createdAt,
        runAt,
        startedAt,
        null);
  }
}
