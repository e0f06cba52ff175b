package dev.taskd.http.guarded;

import java.time.Duration;

/** The moment at which an exchange must be over. Immutable. */
record Deadline(long nanoTime) {
  /** So far ahead that nobody waits for it, and far from where {@code System.nanoTime} wraps. */
  private static final Duration LONGEST = Duration.ofDays(3650);

  static Deadline in(Duration time) {
    Duration bounded = time.compareTo(LONGEST) < 0 ? time : LONGEST;
    return new Deadline(System.nanoTime() + (bounded.isNegative() ? 0 : bounded.toNanos()));
  }

  Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  boolean isOver() {
    return nanoTime - System.nanoTime() <= 0;
  }

  /** The earlier of this one and the one {@code time} from now. */
  Deadline orIn(Duration time) {
    Deadline other = in(time);
    return nanoTime - other.nanoTime <= 0 ? this : other;
  }
}
