package dev.taskd.domain.task;

import dev.taskd.domain.job.Limits;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.TaskId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for.
 *
 * @param input a JSON document, kept byte for byte
 * @param runAt not before this time; null for now
 * @param maxAttempts how often each of its steps may be tried
 * @param metadata a JSON object that taskd keeps and gives back; null for none
 * @param idempotency null where the client named no key
 */
public record NewTask(
    TaskId id,
    TaskType type,
    String input,
    Priority priority,
    @Nullable Instant runAt,
    int maxAttempts,
    @Nullable String metadata,
    @Nullable Idempotency idempotency) {
  public NewTask {
    Limits.checkMaxAttempts(maxAttempts);
  }

  /**
   * A client's own name for a request, so that it can be sent twice.
   *
   * @param key the name, remembered as long as the task is kept
   * @param fingerprint equal for equal requests and for no others
   */
  public record Idempotency(String key, String fingerprint) {}
}
