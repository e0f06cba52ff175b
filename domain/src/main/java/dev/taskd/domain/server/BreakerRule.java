package dev.taskd.domain.server;

import dev.taskd.domain.job.Backoff;
import java.time.Duration;

/**
 * When a breaker opens, and for how long.
 *
 * @param failures it opens at so many failed submissions in a row, or bad answers in a row
 * @param window it also opens by what the last so many submissions and answers were, 1 to 64
 * @param windowFailures at so many failures among those of a full window
 * @param coolDown how long it stays open: longer each time in a row, and jittered
 * @param longestProbe a probe of which nothing was heard for so long is given up
 */
public record BreakerRule(
    int failures, int window, int windowFailures, Backoff coolDown, Duration longestProbe) {
  public static final BreakerRule DEFAULT =
      new BreakerRule(
          5,
          20,
          10,
          new Backoff(Duration.ofSeconds(20), Duration.ofMinutes(5)),
          Duration.ofMinutes(2));

  public BreakerRule {
    if (failures < 1) {
      throw new IllegalArgumentException("failures is below 1: " + failures);
    }
    if (window < 1 || window > Long.SIZE) {
      throw new IllegalArgumentException("window is not 1 to 64: " + window);
    }
    if (windowFailures < 1 || windowFailures > window) {
      throw new IllegalArgumentException(
          "windowFailures is not 1 to %d: %d".formatted(window, windowFailures));
    }
    if (!longestProbe.isPositive()) {
      throw new IllegalArgumentException("longestProbe is not positive: " + longestProbe);
    }
  }
}
