package dev.taskd.bootstrap;

import dev.taskd.adapters.http.HttpServer;
import dev.taskd.application.Engine;
import dev.taskd.application.TaskWatch;
import dev.taskd.application.health.Health;
import dev.taskd.bootstrap.config.TaskdConfig;
import dev.taskd.domain.job.ClaimedJob;
import java.time.Duration;
import java.util.List;

/** This node's engine and its HTTP server, begun and ended in the right order. */
final class Node {
  private final Engine engine;
  private final HttpServer http;
  private final TaskWatch watch;
  private final Health health;
  private final TaskdConfig.Shutdown shutdown;

  Node(
      Engine engine,
      HttpServer http,
      TaskWatch watch,
      Health health,
      TaskdConfig.Shutdown shutdown) {
    this.engine = engine;
    this.http = http;
    this.watch = watch;
    this.health = health;
    this.shutdown = shutdown;
  }

  /**
   * Listens, works, and is ready.
   *
   * @param lastOne no other node of this storage can be alive
   * @return the port that is listened on
   */
  int start(boolean lastOne) {
    int port = http.start();
    engine.start(lastOne);
    health.ready(true);
    return port;
  }

  /** Is not ready, claims nothing and starts nothing any more. Returns at once. */
  void turnAway() {
    health.ready(false);
    engine.stopClaiming();
    watch.close();
  }

  /**
   * Drains and stops.
   *
   * @return false if a job was cut off
   */
  boolean stop() throws InterruptedException {
    turnAway();
    Thread.sleep(shutdown.drainDelay());
    long began = System.nanoTime();
    List<ClaimedJob> cutOff;
    try {
      http.stop(shutdown.drainTimeout());
    } finally {
      Duration left = shutdown.drainTimeout().minus(Duration.ofNanos(System.nanoTime() - began));
      cutOff = engine.drain(left.isNegative() ? Duration.ZERO : left);
    }
    return cutOff.isEmpty();
  }
}
