package dev.taskd.application;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A look at the store that costs something, shared by all who ask for it. Thread-safe: those who
 * come while somebody looks wait for what comes of that, be it a failure.
 *
 * <p>What was seen is shown for a second, or for {@value #REST} times as long as the look took, up
 * to half a minute: so the store spends a small part of its time on it, whoever asks how often.
 */
final class SharedLook<T> {
  private static final int REST = 20;
  private static final long SHORTEST_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST_NANOS = Duration.ofSeconds(30).toNanos();

  private final Supplier<T> look;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Seen<T> seen;

  /**
   * What a look came to.
   *
   * @param answer gives what was seen, or throws what went wrong
   * @param until when it is too old to be shown, by the steady clock
   */
  private record Seen<T>(Supplier<T> answer, long until) {}

  /**
   * @param nanoTime a steady clock, as {@link System#nanoTime} is
   */
  SharedLook(Supplier<T> look, LongSupplier nanoTime) {
    this.look = look;
    this.nanoTime = nanoTime;
  }

  T get() {
    return seen().answer().get();
  }

  private Seen<T> seen() {
    lock.lock();
    try {
      Seen<T> known = seen;
      if (known == null || nanoTime.getAsLong() - known.until() >= 0) {
        known = look();
        seen = known;
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  private Seen<T> look() {
    long began = nanoTime.getAsLong();
    try {
      T value = look.get();
      long now = nanoTime.getAsLong();
      long rest = Math.clamp(REST * (now - began), SHORTEST_NANOS, LONGEST_NANOS);
      return new Seen<>(() -> value, now + rest);
    } catch (RuntimeException e) {
      return new Seen<>(
          () -> {
            throw e;
          },
          nanoTime.getAsLong() + SHORTEST_NANOS);
    }
  }
}
