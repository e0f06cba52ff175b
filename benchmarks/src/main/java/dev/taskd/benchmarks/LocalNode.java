package dev.taskd.benchmarks;

import dev.taskd.adapters.postgres.PostgresNudges;
import dev.taskd.application.Engine;
import dev.taskd.application.EngineSettings;
import dev.taskd.application.TaskWatch;
import dev.taskd.application.health.Health;
import dev.taskd.application.json.JsonLimits;
import dev.taskd.application.node.NodeSettings;
import dev.taskd.application.pool.Handlers;
import dev.taskd.application.pool.QueueSettings;
import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.job.Handler;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.RetryRule;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;

/** A node in this process, as bootstrap wires it, with the defaults but for its queue. */
final class LocalNode implements AutoCloseable {
  private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(30);

  private final Stores stores;
  private final Engine engine;

  /** A node that has not started, with a handler for the topic of {@link Work}. */
  LocalNode(Scratch scratch, int concurrency, int batch, Handler handler) {
    stores = Stores.open(scratch.settings());
    var queue = new QueueSettings(Queue.DEFAULT, concurrency, batch);
    var settings =
        new EngineSettings(
            List.of(queue),
            new RetryRule(
                new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5)), Stores.MAX_CRASHES),
            JsonLimits.DEFAULT,
            new NodeSettings(Duration.ofSeconds(2), Duration.ofSeconds(15)),
            Duration.ofMillis(50),
            Duration.ofSeconds(2));
    var bound = new Handlers.Bound(Work.TOPIC, handler, Queue.DEFAULT, Duration.ofSeconds(30));
    engine =
        new Engine(
            settings,
            stores.nodes(),
            stores.jobs(),
            stores.jobReader(),
            new PostgresNudges(scratch.settings()),
            new Handlers(List.of(bound)),
            new Health(),
            new TaskWatch(stores.taskReader()),
            new SecureRandom());
  }

  void start() {
    engine.start(true);
  }

  long recorded() {
    return engine.tally().counts().succeeded();
  }

  @Override
  public void close() {
    try {
      engine.drain(DRAIN_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      stores.close();
    }
  }
}
