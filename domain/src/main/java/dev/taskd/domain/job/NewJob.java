package dev.taskd.domain.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the queue is given: work for a topic.
 *
 * @param payload what the handler gets, kept byte for byte; null for a step of a task, whose
 *     handler gets the input of the task
 * @param runAt not before this time; null for now
 * @param maxAttempts how often it may be claimed, {@value Limits#MAX_ATTEMPTS} at most
 * @param task the task that it works for or tells of
 * @param key the name under which a receiver outside knows it again, over all its attempts
 */
public record NewJob(
    Topic topic,
    Priority priority,
    @Nullable String payload,
    @Nullable Instant runAt,
    int maxAttempts,
    @Nullable TaskId task,
    @Nullable String key) {
  public NewJob {
    Limits.checkMaxAttempts(maxAttempts);
  }

  /** A job of an application's own: normal priority, due now, of no task. */
  public static NewJob of(Topic topic, String payload, int maxAttempts) {
    return new NewJob(topic, Priority.NORMAL, payload, null, maxAttempts, null, null);
  }
}
