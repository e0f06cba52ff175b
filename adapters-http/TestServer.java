package dev.taskd.adapters.http;

import dev.taskd.adapters.memory.MemoryStore;
import dev.taskd.application.Explainer;
import dev.taskd.application.Operator;
import dev.taskd.application.Stats;
import dev.taskd.application.TaskService;
import dev.taskd.application.TaskWatch;
import dev.taskd.application.TopicQueues;
import dev.taskd.application.dispatcher.TopicWatch;
import dev.taskd.application.health.Health;
import dev.taskd.application.pool.Hands;
import dev.taskd.application.pool.Handlers;
import dev.taskd.application.pool.Judge;
import dev.taskd.application.pool.QueueSettings;
import dev.taskd.application.pool.Tally;
import dev.taskd.application.pool.WorkerPool;
import dev.taskd.application.safego.Signal;
import dev.taskd.application.safego.TaskGroup;
import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.RetryRule;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.JobReader;
import dev.taskd.domain.port.TaskReader;
import dev.taskd.domain.port.TaskStore;
import dev.taskd.domain.task.TaskFlow;
import dev.taskd.domain.task.TaskType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A server on any free port, over a store in memory that tests reach into. */
final class TestServer implements AutoCloseable {
  static final Topic STEP = Topic.ofStep("work");
  static final Queue MAILS = new Queue("mails");
  static final Topic MAIL = new Topic("mail");
  private static final Map<String, TaskType> TYPES =
      Map.of(
          "approval", new TaskType("approval", List.of()),
          "working", new TaskType("working", List.of("work")));

  final MemoryStore store =
      new MemoryStore(new TaskFlow((type, task, at) -> List.of()), 3, InstantSource.system());
  final Health health = new Health();
  final TaskWatch watch;
  final HttpServer http;
  final Client client;
  private final NodeId node = store.join();

  private TestServer(HttpSettings settings, TaskReader tasks, TaskStore taskStore) {
    watch = new TaskWatch(tasks);
    http = new HttpServer(settings.withPort(0), health, List.of());
    client = new Client(0);
  }
}
