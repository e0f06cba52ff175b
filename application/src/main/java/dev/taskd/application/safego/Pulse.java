package dev.taskd.application.safego;

import java.time.Duration;

/** When a loop last ended a turn well. Thread-safe. */
public final class Pulse {
  private final String name;
  private volatile long lastNanos = System.nanoTime();

  Pulse(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  void beat() {
    lastNanos = System.nanoTime();
  }

  /** How long the loop has not ended a turn well. */
  public Duration silence() {
    return Duration.ofNanos(System.nanoTime() - lastNanos);
  }
}
