package dev.taskd.domain.text;

import java.time.Duration;

/** A duration as people write it, and as the configuration reads it: {@code 500ms}, {@code 2s}. */
public final class DurationText {
  /** Beyond it nobody counts milliseconds, and far beyond it they overflow. */
  private static final Duration LONGEST = Duration.ofDays(1_000_000);

  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;

  private DurationText() {}

  /**
   * One whole number and the largest unit, up to hours, that it is whole in; rounded to
   * milliseconds. Less than one of them, which no configuration has, is in {@code us} or {@code
   * ns}.
   */
  public static String of(Duration duration) {
    if (duration.compareTo(LONGEST) > 0 || duration.compareTo(LONGEST.negated()) < 0) {
      return duration.toHours() + "h";
    }
    if (duration.isNegative()) {
      return "-" + of(duration.negated());
    }
    if (duration.toMillis() == 0 && !duration.isZero()) {
      long nanos = duration.toNanos();
      return nanos % 1_000 == 0 ? nanos / 1_000 + "us" : nanos + "ns";
    }
    long millis = duration.plusNanos(500_000).toMillis();
    if (millis % SECOND != 0) {
      return millis + "ms";
    }
    if (millis % MINUTE != 0 || millis == 0) {
      return millis / SECOND + "s";
    }
    return millis % HOUR == 0 ? millis / HOUR + "h" : millis / MINUTE + "m";
  }
}
