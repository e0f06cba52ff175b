package dev.taskd.postgres.embedded;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Tells a start that it is no longer wanted. Thread-safe. */
final class StopFlag {
  private static final Duration POLL = Duration.ofMillis(5);

  private volatile boolean raised;

  void raise() {
    raised = true;
  }

  /** Lets the start go on, unless the flag was raised or its thread interrupted. */
  void check() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (raised) {
      throw new EmbeddedPostgresException("the embedded PostgreSQL was closed while it started");
    }
  }

  /** Lets a moment pass, for what can only be asked about again and again. */
  void pause() throws InterruptedException {
    check();
    Thread.sleep(POLL);
  }

  /** Waits until the condition holds; false when it did not within the limit. */
  boolean await(Duration limit, BooleanSupplier condition) throws InterruptedException {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > limit.toNanos()) {
        return false;
      }
      pause();
    }
    return true;
  }
}
