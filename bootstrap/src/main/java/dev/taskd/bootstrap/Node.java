package dev.taskd.bootstrap;

import dev.taskd.adapters.http.HttpServer;
import dev.taskd.application.Engine;
import dev.taskd.application.TaskWatch;
import dev.taskd.application.health.Health;
import dev.taskd.bootstrap.config.TaskdConfig;
import java.time.Duration;

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

  /** Is not ready and claims nothing any more. Returns at once. */
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
    long began = System.nanoTime();
    Thread.sleep(shutdown.drainDelay());
    http.stop(shutdown.drainTimeout());
    Duration spent = Duration.ofNanos(System.nanoTime() - began).minus(shutdown.drainDelay());
    Duration left = shutdown.drainTimeout().minus(spent);
    return engine.drain(left.isNegative() ? Duration.ZERO : left).isEmpty();
  }
}
