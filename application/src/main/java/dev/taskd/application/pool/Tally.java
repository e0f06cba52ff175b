package dev.taskd.application.pool;

import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.Verdict;
import java.util.concurrent.atomic.LongAdder;

/**
 * What this node has done since its start: claims, and verdicts as they were recorded. Thread-safe.
 */
public final class Tally {
  private final LongAdder claimed = new LongAdder();
  private final LongAdder succeeded = new LongAdder();
  private final LongAdder retried = new LongAdder();
  private final LongAdder buried = new LongAdder();
  private final LongAdder panicked = new LongAdder();
  private final LongAdder stale = new LongAdder();
  private final LongAdder escaped = new LongAdder();

  /**
   * The counts at one moment.
   *
   * @param panicked those of {@code retried} and {@code buried} that were a panic
   * @param stale verdicts that came too late: the job had been taken from this node
   * @param escaped faults that escaped from taskd's own work; a loop goes on all the same
   */
  public record Counts(
      long claimed,
      long succeeded,
      long retried,
      long buried,
      long panicked,
      long stale,
      long escaped) {}

  public Counts counts() {
    return new Counts(
        claimed.sum(),
        succeeded.sum(),
        retried.sum(),
        buried.sum(),
        panicked.sum(),
        stale.sum(),
        escaped.sum());
  }

  public void claimed(int jobs) {
    claimed.add(jobs);
  }

  public void stale() {
    stale.increment();
  }

  public void escaped() {
    escaped.increment();
  }

  public void recorded(Verdict verdict) {
    switch (verdict) {
      case Verdict.Finished finished -> succeeded.increment();
      case Verdict.Retried(var delay, Failure failure) -> failed(retried, failure);
      case Verdict.Buried(Failure failure) -> failed(buried, failure);
      case Verdict.Snoozed snoozed -> {}
      case Verdict.Cancelled cancelled -> {}
      case Verdict.HandedBack handedBack -> {}
      case Verdict.Rescued rescued -> {}
    }
  }

  private void failed(LongAdder adder, Failure failure) {
    adder.increment();
    if (failure.kind() == ErrorKind.PANIC) {
      panicked.increment();
    }
  }
}
