package dev.taskd.application;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another thread does, where nothing can be waited on. */
public final class Eventually {
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private Eventually() {}

  public static void holds(BooleanSupplier condition, Supplier<String> otherwise) {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + LONGEST + ": " + otherwise.get());
      }
      LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
    }
  }
}
