package dev.taskd.application.dispatcher;

import dev.taskd.domain.job.Outlook;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.JobStore;
import java.time.Duration;
import java.util.List;

/**
 * Sees to it that a job which must run alone gets its turn on a busy node: when one has waited for
 * a while, nothing else is claimed until the node is idle, or a while has passed in vain. One
 * thread at a time.
 */
final class AloneTurns {
  private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long PATIENCE_NANOS = Duration.ofSeconds(5).toNanos();
  private static final long HOLD_NANOS = Duration.ofSeconds(30).toNanos();

  private boolean waits;
  private long sinceNanos;
  private long lookedNanos = System.nanoTime() - LOOK_NANOS;

  boolean mayRun(boolean nodeIsIdle) {
    return waits && nodeIsIdle;
  }

  /** True while nothing else is to be claimed. */
  boolean holdsBack() {
    long waited = System.nanoTime() - sinceNanos;
    return waits && waited % (PATIENCE_NANOS + HOLD_NANOS) >= PATIENCE_NANOS;
  }

  void seen(Outlook outlook) {
    lookedNanos = System.nanoTime();
    if (outlook.aloneWaits() && !waits) {
      sinceNanos = lookedNanos;
    }
    waits = outlook.aloneWaits();
  }

  /** Asks the store, once a second at most. */
  void look(JobStore store, List<Topic> topics) {
    if (System.nanoTime() - lookedNanos >= LOOK_NANOS) {
      seen(store.outlook(topics));
    }
  }
}
