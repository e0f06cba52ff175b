package dev.taskd.application.node;

import dev.taskd.domain.text.DurationText;
import java.time.Duration;

/**
 * How nodes tell that they are alive.
 *
 * @param heartbeat how often a node beats. Default 2 s
 * @param lostAfter how long a beat stands still before its node is lost. Default 15 s
 */
public record NodeSettings(Duration heartbeat, Duration lostAfter) {
  /** A node is not lost for fewer missing beats. */
  public static final int LEAST_BEATS = 3;

  public NodeSettings {
    if (!heartbeat.isPositive()) {
      throw new IllegalArgumentException(
          "heartbeat is not above zero: " + DurationText.of(heartbeat));
    }
    if (lostAfter.compareTo(heartbeat.multipliedBy(LEAST_BEATS)) < 0) {
      throw new IllegalArgumentException(
          "lost-after "
              + DurationText.of(lostAfter)
              + " is below "
              + LEAST_BEATS
              + " times heartbeat "
              + DurationText.of(heartbeat));
    }
  }
}
