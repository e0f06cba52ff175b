package dev.taskd.application.dispatcher;

import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.job.Outlook;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long the dispatcher waits between claims: not at all after a full one, then the shortest,
 * then twice as long each time nothing came. One thread at a time.
 */
public final class Pace {
  private static final Duration SOON = Duration.ofMillis(1);

  private final Duration shortest;
  private final Duration longest;
  private final RandomGenerator random;
  private Duration wait;
  private int outages;

  /**
   * @param shortest the wait after a claim that brought something. Default 50 ms
   * @param longest the longest wait. Default 2 s
   */
  public Pace(Duration shortest, Duration longest, RandomGenerator random) {
    this.shortest = shortest;
    this.longest = longest;
    this.random = random;
    this.wait = shortest;
  }

  Duration longest() {
    return longest;
  }

  Duration afterFull() {
    outages = 0;
    wait = shortest;
    return Duration.ZERO;
  }

  Duration afterShort(int got, Outlook outlook) {
    outages = 0;
    wait = got > 0 ? shortest : shorter(wait.multipliedBy(2), longest);
    return outlook.nextDue() == null ? wait : shorter(wait, longer(outlook.nextDue(), SOON));
  }

  Duration afterOutage() {
    outages++;
    return new Backoff(shortest, longest).delay(outages, random.nextDouble());
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? b : a;
  }
}
