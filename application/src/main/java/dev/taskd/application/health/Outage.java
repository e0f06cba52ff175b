package dev.taskd.application.health;

import static java.time.temporal.ChronoUnit.SECONDS;

import dev.taskd.application.safego.Signal;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.text.DurationText;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the store is away, as the heart of this node finds it, and the one place that tells the
 * log: a line when it goes, with the cause, and a line when it is back. Thread-safe.
 *
 * <p>The heart beats all the time and writes with each beat, so it is the judge. What others meet
 * makes it beat at once; it is told by itself only if it goes on while the heart beats well.
 */
public final class Outage {
  private static final Logger log = LoggerFactory.getLogger(Outage.class);

  /** How long somebody has to fail, and how often that is told. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Who did not fail for so long works again. */
  private static final Duration MEMORY = Duration.ofSeconds(30);

  private final LongSupplier nanoTime;
  private final Signal doubts = new Signal();
  private final Map<String, Trouble> troubles = new ConcurrentHashMap<>();
  private volatile @Nullable Duration began;

  /** Somebody's failures: the first that was not told yet, and the last. */
  private record Trouble(Duration since, Duration last) {}

  /**
   * @param nanoTime a steady clock, as {@link System#nanoTime} is
   */
  Outage(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  public boolean isOn() {
    return began != null;
  }

  /** Given when the heart is to beat now, because somebody was not served. */
  public Signal doubts() {
    return doubts;
  }

  /** The heart did not beat. One thread at a time. */
  public void begun(StoreException.Unavailable cause) {
    if (began == null) {
      began = now();
      log.warn("the store is away: {}", cause.getMessage());
    }
  }

  /** The heart has beaten. One thread at a time. */
  public void over() {
    Duration since = began;
    if (since != null) {
      began = null;
      troubles.clear();
      log.info(
          "the store is back after {}", DurationText.of(now().minus(since).truncatedTo(SECONDS)));
    }
  }

  /** Somebody other than the heart was not served. */
  public void met(String who, StoreException.Unavailable cause) {
    if (isOn()) {
      return;
    }
    doubts.give();
    Trouble known = troubles.merge(who, new Trouble(now(), now()), Outage::goneOn);
    if (now().minus(known.since()).compareTo(PATIENCE) >= 0) {
      troubles.put(who, new Trouble(now(), now()));
      log.warn("{} waits, the store does not serve it: {}", who, cause.getMessage());
    }
  }

  private static Trouble goneOn(Trouble before, Trouble now) {
    return now.last().minus(before.last()).compareTo(MEMORY) > 0
        ? now
        : new Trouble(before.since(), now.last());
  }

  private Duration now() {
    return Duration.ofNanos(nanoTime.getAsLong());
  }
}
