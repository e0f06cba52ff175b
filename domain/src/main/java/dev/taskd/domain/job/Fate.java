package dev.taskd.domain.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a verdict makes of its job, for a store to write.
 *
 * @param state where the job goes
 * @param delay until it is due again; zero where it is not
 * @param attempts those that count from now on
 * @param crashes since its last outcome
 * @param maxAttempts its limit from now on
 * @param failure its last error from now on; null if that stays
 */
public record Fate(
    JobState state,
    Duration delay,
    int attempts,
    int crashes,
    int maxAttempts,
    @Nullable Failure failure) {
  public static Fate of(ClaimedJob job, Verdict verdict) {
    return switch (verdict) {
      case Verdict.Finished(String result) -> ended(job, JobState.DONE, 0, null);
      case Verdict.Cancelled() -> ended(job, JobState.CANCELLED, 0, null);
      case Verdict.Buried(Failure failure) ->
          ended(
              job,
              JobState.DEAD,
              failure.kind() == ErrorKind.WORKER_LOST ? job.crashes() + 1 : 0,
              failure);
      case Verdict.Retried(Duration delay, Failure failure) ->
          pending(delay, job.attempt(), 0, job.maxAttempts(), failure);
      case Verdict.Snoozed(Duration delay) ->
          pending(delay, job.attempt(), 0, Limits.raise(job.maxAttempts(), 1), null);
      case Verdict.HandedBack() ->
          pending(Duration.ZERO, job.attempt() - 1, job.crashes(), job.maxAttempts(), null);
      case Verdict.Rescued(Failure failure) ->
          pending(Duration.ZERO, job.attempt(), job.crashes() + 1, job.maxAttempts(), failure);
    };
  }

  private static Fate ended(
      ClaimedJob job, JobState state, int crashes, @Nullable Failure failure) {
    return new Fate(state, Duration.ZERO, job.attempt(), crashes, job.maxAttempts(), failure);
  }

  private static Fate pending(
      Duration delay, int attempts, int crashes, int maxAttempts, @Nullable Failure failure) {
    return new Fate(JobState.PENDING, delay, attempts, crashes, maxAttempts, failure);
  }
}
