package dev.taskd.domain.job;

import java.time.Duration;

/** Stub, replaced by the real one. */
public record Backoff(Duration base, Duration cap) {
  public Duration delay(int attempt, double rnd) {
    return base;
  }
}
