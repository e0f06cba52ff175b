package dev.taskd.adapters.postgres;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what a server or a thread of the pool does, where nothing can be waited on. */
final class Soon {
  private Soon() {}

  static void holds(Duration longest, BooleanSupplier condition) {
    long end = System.nanoTime() + longest.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + longest);
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }
}
