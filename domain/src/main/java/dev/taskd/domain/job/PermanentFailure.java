package dev.taskd.domain.job;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Thrown by a handler to say: never again. Its job ends dead, whatever attempts are left. */
public final class PermanentFailure extends RuntimeException {
  public PermanentFailure(String message) {
    super(message);
  }

  public PermanentFailure(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * The permanent failure that {@code error} is or was caused by, through any wrapping; null if
   * there is none. A chain that leads back to itself ends where it began.
   */
  public static @Nullable PermanentFailure in(Throwable error) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable link = error; link != null && seen.add(link); link = causeOf(link)) {
      if (link instanceof PermanentFailure found) {
        return found;
      }
    }
    return null;
  }

  /** An exception may be of a foreign class whose accessor throws: that ends the chain. */
  private static @Nullable Throwable causeOf(Throwable link) {
    try {
      return link.getCause();
    } catch (RuntimeException | StackOverflowError brokenAccessor) {
      return null;
    }
  }
}
