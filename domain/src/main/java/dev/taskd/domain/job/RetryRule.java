package dev.taskd.domain.job;

import dev.taskd.domain.text.DurationText;
import dev.taskd.domain.text.SafeText;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The one place that decides what the end of a run becomes.
 *
 * @param maxCrashes how many nodes one job may take with it. Default 3
 */
public record RetryRule(Backoff backoff, int maxCrashes) {
  private static final Failure WORKER_LOST =
      new Failure(ErrorKind.WORKER_LOST, SafeText.of("its node was lost while it ran"));

  public RetryRule {
    if (maxCrashes < 1) {
      throw new IllegalArgumentException("max-crashes is below 1: " + maxCrashes);
    }
  }

  /** What {@code ending} makes of {@code job}. */
  public Verdict judge(ClaimedJob job, Ending ending, RandomGenerator random) {
    return switch (ending) {
      case Ending.Returned(Outcome outcome) -> judge(job, outcome, random);
      case Ending.Threw(Throwable error) -> judge(job, error, random);
      case Ending.TimedOut(Duration timeout) ->
          retry(
              job,
              null,
              failure(ErrorKind.TIMEOUT, "took longer than " + DurationText.of(timeout)),
              random);
      case Ending.Unstarted() -> new Verdict.HandedBack();
      case Ending.CutOff() -> new Verdict.Snoozed(Duration.ZERO);
    };
  }

  /** What the loss of its node makes of {@code job}. */
  public Verdict crashed(ClaimedJob job) {
    boolean lastCrash = job.crashes() + 1 >= Math.min(maxCrashes, job.maxAttempts());
    return lastCrash || isLastAttempt(job)
        ? new Verdict.Buried(WORKER_LOST)
        : new Verdict.Rescued(WORKER_LOST);
  }

  private Verdict judge(ClaimedJob job, Outcome outcome, RandomGenerator random) {
    return switch (outcome) {
      case Outcome.Done(String result) -> new Verdict.Finished(result);
      case Outcome.Retry(String reason, Duration after) ->
          retry(job, after, failure(ErrorKind.TRANSIENT, reason), random);
      case Outcome.Dead(String reason) -> new Verdict.Buried(failure(ErrorKind.PERMANENT, reason));
      case Outcome.Snooze(Duration delay) -> new Verdict.Snoozed(delay);
    };
  }

  private Verdict judge(ClaimedJob job, Throwable error, RandomGenerator random) {
    PermanentFailure permanent = PermanentFailure.in(error);
    if (permanent != null) {
      return new Verdict.Buried(
          new Failure(ErrorKind.PERMANENT, SafeText.of(permanent.getMessage())));
    }
    ErrorKind kind = isPanic(error) ? ErrorKind.PANIC : ErrorKind.TRANSIENT;
    return retry(job, null, new Failure(kind, SafeText.of(error)), random);
  }

  private Verdict retry(
      ClaimedJob job, @Nullable Duration after, Failure failure, RandomGenerator random) {
    if (isLastAttempt(job)) {
      return new Verdict.Buried(atLimit(failure));
    }
    Duration delay = backoff.delay(job.attempt(), random.nextDouble());
    return new Verdict.Retried(after == null ? delay : longer(delay, capped(after)), failure);
  }

  /** What would have been good for another try has exhausted them. */
  private static Failure atLimit(Failure failure) {
    return failure.kind() == ErrorKind.TRANSIENT
        ? new Failure(ErrorKind.EXHAUSTED, failure.message())
        : failure;
  }

  private Duration capped(Duration after) {
    return after.compareTo(backoff.cap()) < 0 ? after : backoff.cap();
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? b : a;
  }

  /** True for what no handler throws on purpose: an unchecked exception or an {@link Error}. */
  public static boolean isPanic(Throwable error) {
    return error instanceof RuntimeException || error instanceof Error;
  }

  private static boolean isLastAttempt(ClaimedJob job) {
    return job.attempt() >= job.maxAttempts();
  }

  private static Failure failure(ErrorKind kind, String reason) {
    return new Failure(kind, SafeText.of(reason));
  }
}
