package dev.taskd.application.dispatcher;

import dev.taskd.adapters.memory.MemoryStore;
import dev.taskd.application.health.Health;
import dev.taskd.application.json.JsonLimits;
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

  final MemoryStore memory =
      new MemoryStore(new TaskFlow((type, task, at) -> List.of()), 3, InstantSource.system());
  final FlakyStore flaky = new FlakyStore(memory);
  final NodeId node = memory.join();
  final Tally tally = new Tally();
  final Health health = new Health();
  final Signal room = new Signal();
  final Hands hands = new Hands(room);
  final RetryRule rule =
      new RetryRule(new Backoff(Duration.ofMillis(10), Duration.ofMillis(20)), 3);
  final List<Settlement> settled = new ArrayList<>();
  final Handlers handlers =
      new Handlers(
          List.of(
              new Bound(MAIL, run -> new Outcome.Done(), Queue.DEFAULT, Duration.ofSeconds(30))));
  final WorkerPool pool =
      new WorkerPool(
          List.of(new QueueSettings(Queue.DEFAULT, 2, 4)),
          handlers,
          new Judge(rule, JsonLimits.DEFAULT, new Random(1), health, settled::add),
          hands,
          room,
          new Signal(),
          new TaskGroup(health::witness));
  final Settler settler = new Settler(flaky.store(), node, hands, tally, new Random(1), task -> {});
  final Dispatcher dispatcher =
      new Dispatcher(
          flaky.store(),
          node,
          handlers,
          pool,
          hands,
          tally,
          health,
          new Pace(Duration.ofMillis(50), Duration.ofSeconds(2), new Random(1)));

  void add(int count) {
    for (int i = 0; i < count; i++) {
      memory.add(List.of(NewJob.of(MAIL, "{}", 5)));
    }
  }

  /** Claims as the dispatcher would, without it. */
  List<ClaimedJob> claim(int limit) {
    List<ClaimedJob> jobs =
        memory.claim(node, List.of(new Demand(List.of(MAIL), limit, limit, false)));
    pool.accept(jobs);
    return jobs;
  }
}
