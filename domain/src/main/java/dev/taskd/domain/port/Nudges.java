package dev.taskd.domain.port;

import java.time.Duration;

/**
 * Wake-ups: something is due, or will be at a time that those who wait do not know of. Nothing is
 * believed because of one, and losing one costs a poll interval.
 */
public interface Nudges extends AutoCloseable {
  /**
   * Waits until a nudge has come since the last call, or {@code timeout} is over. One thread at a
   * time.
   *
   * @return whether one came
   * @throws StoreException.Unavailable if nudges cannot be received just now
   */
  boolean await(Duration timeout) throws InterruptedException;

  /** Ends a wait in progress and gives back what it holds. */
  @Override
  void close();
}
