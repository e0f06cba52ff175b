package dev.taskd.application.dispatcher;

import dev.taskd.application.node.Presence;
import dev.taskd.application.pool.Hands;
import dev.taskd.application.pool.WorkerPool;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.port.JobStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Claims, and finds what a claim took whose reply did not come. The store may still be at work on
 * such a claim, so it is looked for again and again for a while. One thread at a time.
 */
final class LostReplies {
  private static final int PAGE = 500;
  private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();

  /** No statement of a store takes longer. */
  private static final long DOUBT_NANOS = Duration.ofSeconds(30).toNanos();

  private final JobStore store;
  private final Presence presence;
  private final WorkerPool pool;
  private final Hands hands;
  private final LongSupplier nanoTime;
  private boolean inDoubt;
  private long lostNanos;
  private long lookedNanos;

  LostReplies(
      JobStore store, Presence presence, WorkerPool pool, Hands hands, LongSupplier nanoTime) {
    this.store = store;
    this.presence = presence;
    this.pool = pool;
    this.hands = hands;
    this.nanoTime = nanoTime;
  }

  List<ClaimedJob> claim(List<Demand> demands) {
    boolean replied = false;
    try {
      List<ClaimedJob> jobs = store.claim(presence.self(), demands);
      replied = true;
      return jobs;
    } finally {
      if (!replied) {
        inDoubt = true;
        lostNanos = nanoTime.getAsLong();
        lookedNanos = lostNanos - LOOK_NANOS;
      }
    }
  }

  /** While there is doubt, hands back what this node holds without knowing of it. */
  void look() {
    long now = nanoTime.getAsLong();
    if (inDoubt && now - lookedNanos >= LOOK_NANOS) {
      handBackUnseen();
      lookedNanos = now;
      inDoubt = now - lostNanos < DOUBT_NANOS;
    }
  }

  private void handBackUnseen() {
    // Taken before the store is asked: what is recorded meanwhile is in nobody's hands either.
    Set<ClaimedJob> known = hands.all();
    ClaimedJob last = null;
    for (List<ClaimedJob> page = page(last); !page.isEmpty(); page = page(last)) {
      pool.handBackUnseen(page.stream().filter(job -> !known.contains(job)).toList());
      last = page.getLast();
    }
  }

  private List<ClaimedJob> page(@Nullable ClaimedJob last) {
    return store.held(presence.self(), last, PAGE);
  }
}
