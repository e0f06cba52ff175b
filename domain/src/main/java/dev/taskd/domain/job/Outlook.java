package dev.taskd.domain.job;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the store sees coming for some topics, and what is in the way.
 *
 * @param nextDue how long until the next job that is not due yet; null if there is none
 * @param aloneWaits a job of {@link Caution#ALONE} is due
 * @param paused the queues, whatever their topics, of which nothing is to be claimed
 */
public record Outlook(@Nullable Duration nextDue, boolean aloneWaits, Set<Queue> paused) {
  public Outlook {
    paused = Set.copyOf(paused);
  }
}
