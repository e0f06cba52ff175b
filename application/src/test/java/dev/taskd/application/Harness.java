package dev.taskd.application;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.adapters.memory.MemoryNudges;
import dev.taskd.adapters.memory.MemoryStore;
import dev.taskd.application.health.Health;
import dev.taskd.application.json.JsonLimits;
import dev.taskd.application.node.NodeSettings;
import dev.taskd.application.pool.Handlers;
import dev.taskd.application.pool.Handlers.Bound;
import dev.taskd.application.pool.QueueSettings;
import dev.taskd.application.pool.Tally;
import dev.taskd.application.pool.WorkerPool;
import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Handler;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.RetryRule;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.JobReader;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.NodeStore;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.task.TaskFlow;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A whole engine on the memory store, for tests: handlers are bound, then it is started. */
final class Harness implements AutoCloseable {
  static final Queue SLOW = new Queue("slow");
  private static final Duration LONG = Duration.ofSeconds(30);

  final MemoryStore store =
      new MemoryStore(new TaskFlow((type, task, at) -> List.of()), 3, InstantSource.system());
  final Health health = new Health();
  final TaskWatch watch = new TaskWatch(store);
  private final List<Bound> bound = new ArrayList<>();
  private final AtomicBoolean drained = new AtomicBoolean();
  private final AtomicBoolean away = new AtomicBoolean();
  private final AtomicInteger refused = new AtomicInteger();
  private Duration backoff = Duration.ofMillis(1);
  private Duration patience = Duration.ofMillis(200);
  private UnaryOperator<JobStore> seenAs = UnaryOperator.identity();
  private int concurrency = 4;
  private int batch = 8;
  private Engine engine = engine();

  Harness backoff(Duration base) {
    backoff = base;
    return this;
  }

  Harness patience(Duration patience) {
    this.patience = patience;
    return this;
  }

  /** What the engine takes for the store. */
  Harness seenAs(UnaryOperator<JobStore> view) {
    seenAs = view;
    return this;
  }

  Harness workers(int concurrency, int batch) {
    this.concurrency = concurrency;
    this.batch = batch;
    return this;
  }

  Harness on(String topic, Handler handler) {
    return on(topic, Queue.DEFAULT, LONG, handler);
  }

  Harness on(String topic, Queue queue, Duration timeout, Handler handler) {
    bound.add(new Bound(new Topic(topic), handler, queue, timeout));
    return this;
  }

  Harness start() {
    engine = engine();
    engine.start(false);
    return this;
  }

  Engine engine() {
    return new Engine(
        new EngineSettings(
            List.of(
                new QueueSettings(Queue.DEFAULT, concurrency, batch),
                new QueueSettings(SLOW, 2, 4)),
            new RetryRule(new Backoff(backoff, backoff.multipliedBy(2)), 3),
            JsonLimits.DEFAULT,
            new NodeSettings(Duration.ofMillis(100), Duration.ofSeconds(1)),
            Duration.ofMillis(5),
            Duration.ofMillis(50),
            patience),
        reached(NodeStore.class, store),
        seenAs.apply(reached(JobStore.class, store)),
        reached(JobReader.class, store),
        new MemoryNudges(store),
        new Handlers(bound),
        health,
        watch,
        ThreadLocalRandom.current());
  }

  /** The store as the engine reaches it: not at all while it is away. */
  private <T> T reached(Class<T> port, T store) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, args) -> {
              if (away.get()) {
                refused.incrementAndGet();
                throw new StoreException.Unavailable("cut off by the test", new IOException());
              }
              try {
                return method.invoke(store, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  Harness storeAway(boolean away) {
    this.away.set(away);
    return this;
  }

  /** How often the engine asked for a store that was away. */
  int refused() {
    return refused.get();
  }

  Engine running() {
    return engine;
  }

  JobId add(String topic, int maxAttempts) {
    return store.add(List.of(NewJob.of(new Topic(topic), "{}", maxAttempts))).getFirst();
  }

  List<JobId> add(String topic, int maxAttempts, int count) {
    List<JobId> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(add(topic, maxAttempts));
    }
    return ids;
  }

  Job job(JobId id) {
    return store.find(id).orElseThrow();
  }

  /** Waits until a job is where it should be, and gives it back. */
  Job await(JobId id, JobState state) {
    Eventually.holds(() -> job(id).state() == state, () -> "job is " + job(id));
    return job(id);
  }

  WorkerPool.Load load(Queue queue) {
    return requireNonNull(engine.pool().loads().get(queue.name()));
  }

  Tally.Counts counts() {
    return engine.tally().counts();
  }

  List<ClaimedJob> drain(Duration timeout) {
    drained.set(true);
    try {
      return engine.drain(timeout);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (!drained.get()) {
      assertThat(drain(Duration.ofSeconds(10))).isEmpty();
    }
  }
}
