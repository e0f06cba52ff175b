package dev.taskd.application.pool;

import dev.taskd.domain.job.ClaimedJob;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One job in a worker's hands. Thread-safe. Its lock sees to it that an interruption meant for the
 * handler never lands outside it.
 */
final class Running {
  /** Why a handler was interrupted. */
  enum Stop {
    TIMEOUT,
    CANCELLED,
    DRAIN
  }

  private final ClaimedJob job;
  private final Duration timeout;
  private final Line line;
  private final Thread worker = Thread.currentThread();
  private final long startedNanos = System.nanoTime();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Stop stop;
  private long stoppedNanos;
  private boolean handlerIsOut;
  private boolean ended;
  private boolean replaced = true;

  /** Begins on the calling thread. */
  Running(ClaimedJob job, Duration timeout, Line line) {
    this.job = job;
    this.timeout = timeout;
    this.line = line;
  }

  ClaimedJob job() {
    return job;
  }

  Duration timeout() {
    return timeout;
  }

  Line line() {
    return line;
  }

  Thread worker() {
    return worker;
  }

  Duration ran() {
    return Duration.ofNanos(System.nanoTime() - startedNanos);
  }

  /** How long until its deadline; negative after it. */
  Duration left() {
    return timeout.minus(ran());
  }

  /** Interrupts the handler, unless it is out already. The first reason counts. */
  void interrupt(Stop reason) {
    locked(
        () -> {
          if (!handlerIsOut && stop == null) {
            stop = reason;
            stoppedNanos = System.nanoTime();
            worker.interrupt();
          }
          return true;
        });
  }

  /** From now on an interruption would land on the worker itself, so none is made. */
  void closeToInterruptions() {
    locked(() -> handlerIsOut = true);
  }

  /**
   * Ends the run for whoever asks first: the worker when its handler is out, or the one who gives
   * the handler up.
   *
   * @return false if it had been ended before
   */
  boolean end() {
    return locked(
        () -> {
          boolean first = !ended;
          ended = true;
          return first;
        });
  }

  /**
   * Ends the run, though its handler is not out.
   *
   * @param replaced whether another worker takes the place of this one
   * @return false if it had been ended before
   */
  boolean giveUp(boolean replaced) {
    return locked(
        () -> {
          boolean first = end();
          this.replaced = first ? replaced : this.replaced;
          return first;
        });
  }

  /** True unless it was given up without another worker in the place of this one. */
  boolean isReplaced() {
    return locked(() -> replaced);
  }

  /** Why the handler was interrupted; null if it was not. */
  @Nullable Stop stop() {
    lock.lock();
    try {
      return stop;
    } finally {
      lock.unlock();
    }
  }

  /** How long the handler has ignored its interruption; zero if there was none. */
  Duration ignoredFor() {
    lock.lock();
    try {
      return stop == null || handlerIsOut
          ? Duration.ZERO
          : Duration.ofNanos(System.nanoTime() - stoppedNanos);
    } finally {
      lock.unlock();
    }
  }

  /** Where the handler is just now. */
  StackTraceElement[] stack() {
    return worker.getStackTrace();
  }

  private boolean locked(java.util.function.BooleanSupplier act) {
    lock.lock();
    try {
      return act.getAsBoolean();
    } finally {
      lock.unlock();
    }
  }
}
