package dev.taskd.domain.job;

import dev.taskd.domain.text.DurationText;
import java.time.Duration;

/**
 * How long a failed attempt waits for the next one: exponential, capped, with equal jitter.
 *
 * <p>The wait lies between a half and the whole of {@code min(cap, base * 2^(attempt - 1))}: the
 * half keeps a failing job from coming back at once, the rest keeps many of them from coming back
 * together.
 *
 * @param base the longest wait after the first attempt
 * @param cap the longest wait after any attempt, at least {@code base}, at most 292 years
 */
public record Backoff(Duration base, Duration cap) {
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  public Backoff {
    if (!base.isPositive()) {
      throw new IllegalArgumentException("backoff base is not positive: " + DurationText.of(base));
    }
    if (cap.compareTo(base) < 0) {
      throw new IllegalArgumentException(
          "backoff cap is shorter than its base: "
              + DurationText.of(cap)
              + " < "
              + DurationText.of(base));
    }
    if (cap.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "backoff cap is longer than 292 years: " + DurationText.of(cap));
    }
  }

  /**
   * The wait after an attempt, the first being 1; an attempt below 1 counts as the first.
   *
   * @param rnd the random share of the jitter, from 0 (inclusive) to 1 (exclusive)
   */
  public Duration delay(int attempt, double rnd) {
    if (!(rnd >= 0 && rnd < 1)) {
      throw new IllegalArgumentException("random share is not in [0, 1): " + rnd);
    }
    long ceiling = ceilingNanos(attempt);
    long jitter = ceiling / 2;
    return Duration.ofNanos(ceiling - jitter + (long) (jitter * rnd));
  }

  private long ceilingNanos(int attempt) {
    int doublings = Math.clamp(attempt - 1L, 0, Long.SIZE - 1);
    boolean capped = base.toNanos() > cap.toNanos() >> doublings;
    return capped ? cap.toNanos() : base.toNanos() << doublings;
  }
}
