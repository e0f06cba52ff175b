package dev.taskd.domain.job;

import org.jspecify.annotations.Nullable;

/** Thrown by a handler to say: never again. Its job ends dead, whatever attempts are left. */
public final class PermanentFailure extends RuntimeException {
  public PermanentFailure(String message) {
    super(message);
  }

  public PermanentFailure(String message, Throwable cause) {
    super(message, cause);
  }

  /** The permanent failure that {@code error} is or was caused by; null if there is none. */
  public static @Nullable PermanentFailure in(Throwable error) {
    for (Throwable link : Causes.of(error)) {
      if (link instanceof PermanentFailure found) {
        return found;
      }
    }
    return null;
  }
}
