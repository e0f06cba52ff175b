package dev.taskd.application.housekeeping;

import dev.taskd.application.housekeeping.Housework.Run;
import dev.taskd.application.pool.Tally;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.Housekeeping;
import dev.taskd.domain.port.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Removes what was kept long enough, and has the store tended after many claims: a small step each
 * turn. One thread at a time, but for {@link #housework()}.
 */
public final class Janitor {
  private static final int LIMIT = 500;
  private static final long CLAIMS_WORTH_TELLING = 10_000;
  private static final Duration BETWEEN_STEPS = Duration.ofMillis(100);
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Housekeeping store;
  private final Retention retention;
  private final Tally tally;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final Deque<Sweep<?>> sweeps = new ArrayDeque<>();
  private volatile Housework housework = Housework.NONE;
  private long told;
  private Stopwatch round;
  private boolean isFirst = true;

  /** When something began, for people and by the steady clock. */
  private record Stopwatch(Instant at, long nanos) {}

  /**
   * @param tally what this node has claimed
   * @param nanoTime a steady clock, as {@link System#nanoTime} is
   */
  public Janitor(
      Housekeeping store,
      Retention retention,
      Tally tally,
      InstantSource clock,
      LongSupplier nanoTime) {
    this.store = store;
    this.retention = retention;
    this.tally = tally;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.round = now();
  }

  /** What has been done so far. */
  public Housework housework() {
    return housework;
  }

  /** Takes one step, if one is due; returns how long until the next look. */
  public Duration turn() {
    try {
      tend();
      return sweep();
    } catch (StoreException e) {
      housework = housework.failed();
      sweeps.clear();
      throw e;
    }
  }

  private void tend() {
    long claims = tally.counts().claimed() - told;
    if (claims < CLAIMS_WORTH_TELLING) {
      return;
    }
    told += claims;
    Stopwatch start = now();
    if (store.tend(claims)) {
      housework = housework.vacuumed(since(start));
    }
  }

  private Duration sweep() {
    if (sweeps.isEmpty()) {
      begin();
      return sweeps.isEmpty() ? LOOK : Duration.ZERO;
    }
    Sweep<?> sweep = sweeps.getFirst();
    int removed = sweep.step(LIMIT);
    housework = sweep.isOfTasks() ? housework.removed(removed, 0) : housework.removed(0, removed);
    if (sweep.isOver()) {
      sweeps.removeFirst();
    }
    if (sweeps.isEmpty()) {
      housework = housework.swept(since(round));
    }
    return BETWEEN_STEPS;
  }

  /** Asks for a round when one may be due; dead jobs first, since tasks stay for them. */
  private void begin() {
    if (!isFirst && since(round).took().compareTo(retention.interval()) < 0) {
      return;
    }
    isFirst = false;
    round = now();
    if (!store.begin(retention.interval())) {
      return;
    }
    Duration dead = retention.dead();
    if (dead != null) {
      sweeps.add(new Sweep<JobId>(false, (after, limit) -> store.removeDead(dead, after, limit)));
    }
    Duration finished = retention.finished();
    if (finished != null) {
      sweeps.add(
          new Sweep<TaskId>(true, (after, limit) -> store.removeTasks(finished, after, limit)));
      sweeps.add(
          new Sweep<JobId>(false, (after, limit) -> store.removeFinished(finished, after, limit)));
    }
  }

  private Stopwatch now() {
    return new Stopwatch(clock.instant(), nanoTime.getAsLong());
  }

  private Run since(Stopwatch start) {
    return new Run(start.at(), Duration.ofNanos(nanoTime.getAsLong() - start.nanos()));
  }
}
