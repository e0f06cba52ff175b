package dev.taskd.domain.job;

/** The bounds of the numbers that a caller may choose. */
public final class Limits {
  /** The largest limit of attempts that can be asked for; raising it later may go beyond. */
  public static final int MAX_ATTEMPTS = 10_000;

  private Limits() {}

  /** Throws {@link IllegalArgumentException} unless it lies in 1 to {@link #MAX_ATTEMPTS}. */
  public static void checkMaxAttempts(int maxAttempts) {
    if (maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS) {
      throw new IllegalArgumentException(
          "max_attempts is not 1 to " + MAX_ATTEMPTS + ": " + maxAttempts);
    }
  }

  /** {@code limit + by}, or the largest int where that is beyond it. */
  public static int raise(int limit, int by) {
    return (int) Math.min(Integer.MAX_VALUE, (long) limit + by);
  }
}
