package dev.taskd.domain.port;

import dev.taskd.domain.text.SafeText;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Delivers one event to one receiver. Thread-safe. */
public interface WebhookSender {
  /**
   * Makes the call, within {@code timeout} for the whole exchange, and never throws for its
   * failure.
   */
  Answer send(Call call) throws InterruptedException;

  /**
   * One call.
   *
   * @param body a JSON document, sent as it is
   * @param idempotencyKey the same for every attempt at the same event
   */
  record Call(URI target, String body, String idempotencyKey, Duration timeout) {
    /** Neither the target, which is a secret, nor the body. */
    @Override
    public String toString() {
      return "Call[idempotencyKey=%s, timeout=%s]".formatted(idempotencyKey, timeout);
    }
  }

  /** What came of a call. */
  sealed interface Answer {
    /**
     * The receiver answered.
     *
     * @param retryAfter not before this long, if it said so
     * @param excerpt the start of what it wrote
     */
    record Answered(int status, @Nullable Duration retryAfter, SafeText excerpt)
        implements Answer {}

    /** No answer came: not resolved, not connected, cut, or too slow. */
    record Unreached(SafeText reason) implements Answer {}

    /** Nothing was sent: the target is one that must not be called. */
    record Forbidden(SafeText reason) implements Answer {}
  }
}
