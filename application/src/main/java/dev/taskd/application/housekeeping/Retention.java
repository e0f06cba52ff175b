package dev.taskd.application.housekeeping;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How long is kept what is over.
 *
 * @param finished ended tasks with all that is theirs, and finished jobs of no task. Default 7
 *     days; null for ever
 * @param dead dead jobs, and so the tasks that they failed. Default null: for ever
 */
public record Retention(@Nullable Duration finished, @Nullable Duration dead) {
  private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(5);
  private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);

  /** How often it is looked for what is too old: ten times while it becomes so, within bounds. */
  Duration interval() {
    Duration tenth =
        Stream.of(finished, dead)
            .filter(Objects::nonNull)
            .min(Duration::compareTo)
            .map(shortest -> shortest.dividedBy(10))
            .orElse(LONGEST_INTERVAL);
    if (tenth.compareTo(SHORTEST_INTERVAL) < 0) {
      return SHORTEST_INTERVAL;
    }
    return tenth.compareTo(LONGEST_INTERVAL) < 0 ? tenth : LONGEST_INTERVAL;
  }
}
