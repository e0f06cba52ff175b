package dev.taskd.domain.job;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells which nodes are lost, from the beats that one observer sees. One thread at a time.
 *
 * <p>A node is lost when its beat stood still while the observer itself beat without a gap. After a
 * gap all begins anew: an observer that was cut off, or asleep, knows nothing of the others.
 *
 * <p>Times are those of the observer's steady clock, from any origin.
 */
public final class FailureDetector {
  private final Duration longestGap;
  private final Duration lostAfter;
  private final Map<NodeId, Sight> sights = new HashMap<>();
  private @Nullable Duration lastSight;

  /** Since when a beat is known to stand still. */
  private record Sight(long beat, Duration since) {}

  /**
   * A detector that has seen nothing.
   *
   * @param heartbeat how often the observer beats; twice as long is a gap
   * @param lostAfter how long a beat stands still before its node is lost
   */
  public FailureDetector(Duration heartbeat, Duration lostAfter) {
    this.longestGap = heartbeat.multipliedBy(2);
    this.lostAfter = lostAfter;
  }

  /**
   * The observer has beaten, and saw these beats of the others.
   *
   * @param asked when it asked; what it saw is no older
   * @param answered when it had the answer; what it saw is no younger
   * @return those that are lost
   */
  public List<Beat> lost(Duration asked, Duration answered, List<Beat> beats) {
    if (lastSight == null || answered.minus(lastSight).compareTo(longestGap) > 0) {
      sights.clear();
    }
    lastSight = answered;
    sights.keySet().retainAll(beats.stream().map(Beat::node).toList());
    for (Beat beat : beats) {
      Sight sight = sights.get(beat.node());
      if (sight == null || sight.beat() != beat.number()) {
        sights.put(beat.node(), new Sight(beat.number(), answered));
      }
    }
    return beats.stream().filter(beat -> stoodStill(beat, asked)).toList();
  }

  private boolean stoodStill(Beat beat, Duration until) {
    return dueOf(beat.node()).compareTo(until) <= 0;
  }

  private Duration dueOf(NodeId node) {
    return Objects.requireNonNull(sights.get(node)).since().plus(lostAfter);
  }

  /** When the next node will be lost if its beat stands still; null if there is none. */
  public @Nullable Duration nextDue() {
    return sights.values().stream()
        .map(sight -> sight.since().plus(lostAfter))
        .min(Duration::compareTo)
        .orElse(null);
  }
}
