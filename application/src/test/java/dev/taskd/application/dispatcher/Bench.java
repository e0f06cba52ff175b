package dev.taskd.application.dispatcher;

import dev.taskd.adapters.memory.MemoryStore;
import dev.taskd.application.health.Health;
import dev.taskd.application.json.JsonLimits;
import dev.taskd.application.node.NodeSettings;
import dev.taskd.application.node.Presence;
import dev.taskd.application.node.Rescuer;
import dev.taskd.application.pool.Handlers;
import dev.taskd.application.pool.Handlers.Bound;
import dev.taskd.application.pool.Hands;
import dev.taskd.application.pool.Judge;
import dev.taskd.application.pool.QueueSettings;
import dev.taskd.application.pool.Tally;
import dev.taskd.application.pool.WorkerPool;
import dev.taskd.application.safego.Signal;
import dev.taskd.application.safego.TaskGroup;
import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.RetryRule;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.task.TaskFlow;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The parts between store and pool, without threads: a test takes every turn by hand. */
final class Bench {
  static final Topic MAIL = new Topic("mail");
  private static final Topic REPORT = new Topic("report");
  private static final Queue REPORTS = new Queue("reports");

  final MemoryStore memory =
      new MemoryStore(new TaskFlow((type, task, at) -> List.of()), 3, InstantSource.system());
  final FlakyStore flaky = new FlakyStore(memory);
  final Signal orphans = new Signal();
  final Presence presence =
      new Presence(
          memory,
          new NodeSettings(Duration.ofMillis(100), Duration.ofSeconds(1)),
          orphans,
          System::nanoTime);
  final NodeId node = presence.join();
  final Tally tally = new Tally();
  final Health health = new Health();
  final Signal room = new Signal();
  final Hands hands = new Hands(room, 20);
  final RetryRule rule =
      new RetryRule(new Backoff(Duration.ofMillis(10), Duration.ofMillis(20)), 3);
  final List<Settlement> settled = new ArrayList<>();
  final Handlers handlers =
      new Handlers(
          List.of(
              new Bound(MAIL, run -> new Outcome.Done(), Queue.DEFAULT, Duration.ofSeconds(30)),
              new Bound(REPORT, run -> new Outcome.Done(), REPORTS, Duration.ofSeconds(30))));
  final WorkerPool pool;
  final Settler settler;
  final Dispatcher dispatcher;
  long nanos;

  Bench() {
    this(4);
  }

  /** The default queue's batch; the other queue has nothing to do. */
  Bench(int batch) {
    pool =
        new WorkerPool(
            List.of(new QueueSettings(Queue.DEFAULT, 2, batch), new QueueSettings(REPORTS, 2, 4)),
            handlers,
            new Judge(rule, JsonLimits.DEFAULT, new Random(1), health, settled::add),
            hands,
            presence::mayStart,
            room,
            new Signal(),
            new TaskGroup(health::witness));
    settler = new Settler(flaky.store(), presence, hands, tally, health, new Random(1), task -> {});
    dispatcher =
        new Dispatcher(
            flaky.store(),
            presence,
            pool,
            hands,
            tally,
            health,
            new Pace(Duration.ofMillis(50), Duration.ofSeconds(2), new Random(1)),
            () -> nanos);
  }

  void add(int count) {
    for (int i = 0; i < count; i++) {
      memory.add(List.of(NewJob.of(MAIL, "{}", 5)));
    }
  }

  /** Another node takes over from {@code lost}. */
  void rescueFrom(NodeId lost) {
    Presence other =
        new Presence(
            memory,
            new NodeSettings(Duration.ofMillis(100), Duration.ofSeconds(1)),
            orphans,
            System::nanoTime);
    other.join();
    memory.leave(lost);
    other.turn();
    new Rescuer(memory, rule, other).turn();
  }

  /** Claims as the dispatcher would, without it. */
  List<ClaimedJob> claim(int limit) {
    List<ClaimedJob> jobs =
        memory.claim(node, List.of(new Demand(List.of(MAIL), limit, limit, false)));
    pool.accept(jobs);
    return jobs;
  }
}
