package dev.taskd.application.pool;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the deadlines of the runs: interrupts a handler at its timeout, and gives up one that
 * ignores it. One thread at a time.
 */
public final class Watchman {
  /** How long a handler may go on after its interruption before its worker is replaced. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(Watchman.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final WorkerPool pool;
  private final Duration patience;

  public Watchman(WorkerPool pool, Duration patience) {
    this.pool = pool;
    this.patience = patience;
  }

  /** Looks at every run once; returns how long until the next look is due, unless one begins. */
  public Duration turn() {
    Duration wait = LONGEST_WAIT;
    for (Running run : pool.running()) {
      Duration left = run.stop() == null ? run.left() : patience.minus(run.ignoredFor());
      if (left.isPositive()) {
        wait = left.compareTo(wait) < 0 ? left : wait;
      } else if (run.stop() == null) {
        run.interrupt(Running.Stop.TIMEOUT);
      } else {
        report(run);
        pool.giveUp(run);
      }
    }
    return wait;
  }

  private static void report(Running run) {
    log.atError()
        .addKeyValue("job", run.job().id())
        .addKeyValue("topic", run.job().topic())
        .log(
            "a handler ignores its interruption and is given up; it is at\n{}",
            Arrays.stream(run.stack())
                .map(frame -> "    at " + frame)
                .collect(Collectors.joining("\n")));
  }
}
