package dev.taskd.application.safego;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one waiting loop. Thread-safe; signals that nobody has waited for yet count as one. */
public final class Signal {
  private final Semaphore given = new Semaphore(0);

  public void give() {
    if (given.availablePermits() == 0) {
      given.release();
    }
  }

  /** Waits for a signal; returns whether one was given before {@code timeout} was over. */
  public boolean await(Duration timeout) throws InterruptedException {
    boolean came = given.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS);
    given.drainPermits();
    return came;
  }
}
