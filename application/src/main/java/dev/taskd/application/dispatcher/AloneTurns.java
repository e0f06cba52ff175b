package dev.taskd.application.dispatcher;

import dev.taskd.domain.job.Outlook;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Sees to it that a job which must run alone gets its turn on a busy node: when one has waited for
 * a while, nothing else is claimed until the node is idle, or a while has passed in vain. Each time
 * in vain it waits four times as long, so that a long run does not keep the node from its other
 * work. One thread at a time.
 */
final class AloneTurns {
  private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long HOLD_NANOS = Duration.ofSeconds(30).toNanos();
  private static final long FIRST_PATIENCE_NANOS = Duration.ofSeconds(5).toNanos();
  private static final long LONGEST_PATIENCE_NANOS = Duration.ofMinutes(10).toNanos();

  private final LongSupplier nanoTime;
  private boolean waits;
  private boolean holds;
  private long sinceNanos;
  private long patienceNanos;
  private long lookedNanos;

  /**
   * @param nanoTime a steady clock, as {@link System#nanoTime} is
   */
  AloneTurns(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.lookedNanos = nanoTime.getAsLong() - LOOK_NANOS;
  }

  boolean mayRun(boolean nodeIsIdle) {
    return waits && nodeIsIdle;
  }

  /** True while nothing else is to be claimed. */
  boolean holdsBack() {
    long now = nanoTime.getAsLong();
    if (waits && now - sinceNanos >= (holds ? HOLD_NANOS : patienceNanos)) {
      if (holds) {
        patienceNanos = Math.min(4 * patienceNanos, LONGEST_PATIENCE_NANOS);
      }
      holds = !holds;
      sinceNanos = now;
    }
    return waits && holds;
  }

  void seen(Outlook outlook) {
    lookedNanos = nanoTime.getAsLong();
    if (outlook.aloneWaits() && !waits) {
      sinceNanos = lookedNanos;
      patienceNanos = FIRST_PATIENCE_NANOS;
      holds = false;
    }
    waits = outlook.aloneWaits();
  }

  /** True once a second. */
  boolean mustLook() {
    return nanoTime.getAsLong() - lookedNanos >= LOOK_NANOS;
  }
}
