package dev.taskd.domain.job;

import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The name of a task: a UUID of version 7, so that names sort by the time they were made.
 *
 * <p>It has one spelling, lower-case with hyphens; any other is refused, so that no task answers to
 * two names.
 *
 * <p>Source: RFC 9562, section 5.7.
 */
public record TaskId(UUID value) implements Comparable<TaskId> {
  private static final Pattern SPELLING =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  /** Makes a new name from the time of {@code clock} and 74 random bits. */
  public static TaskId create(InstantSource clock, RandomGenerator random) {
    long high = clock.millis() << 16 | 0x7000 | (random.nextLong() & 0x0fff);
    long low = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | Long.MIN_VALUE;
    return new TaskId(new UUID(high, low));
  }

  /** Reads a name; throws {@link IllegalArgumentException} for anything but its one spelling. */
  public static TaskId parse(String text) {
    if (!SPELLING.matcher(text).matches()) {
      throw new IllegalArgumentException("task id is not a lower-case UUID");
    }
    return new TaskId(UUID.fromString(text));
  }

  @Override
  public int compareTo(TaskId other) {
    int high =
        Long.compareUnsigned(value.getMostSignificantBits(), other.value.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(
            value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
