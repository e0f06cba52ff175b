package dev.taskd.benchmarks;

import java.time.Duration;

/** Waits for what nobody tells. */
final class Waiting {
  /** The sessions of taskd in a database. */
  static final String SESSIONS =
      """
      select count(*) as benchmark from pg_stat_activity
      where datname = current_database() and application_name in ('taskd', 'taskd nudges')
      """;

  private static final Duration LOOK = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private Waiting() {}

  /** What is waited for. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }

  static void until(Condition condition) throws Exception {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("not so after " + LONGEST);
      }
      Thread.sleep(LOOK);
    }
  }
}
