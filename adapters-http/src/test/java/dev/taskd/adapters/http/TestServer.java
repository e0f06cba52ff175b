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
import dev.taskd.application.housekeeping.Janitor;
import dev.taskd.application.housekeeping.Retention;
import dev.taskd.application.json.JsonLimits;
import dev.taskd.application.pool.Handlers;
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
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.RetryRule;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.TaskFlow;
import dev.taskd.domain.task.TaskType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A server on any free port, over a store in memory that tests reach into. */
final class TestServer implements AutoCloseable {
  static final Topic STEP = Topic.ofStep("work");
  static final Topic MAIL = new Topic("mail");
  static final Queue MAILS = new Queue("mails");

  private static final Map<String, TaskType> TYPES =
      Map.of(
          "approval", new TaskType("approval", List.of()),
          "working", new TaskType("working", List.of("work")));

  final MemoryStore store =
      new MemoryStore(new TaskFlow((type, task, at) -> List.of()), 3, InstantSource.system());
  final TroubledTasks tasks = new TroubledTasks(store);
  final Health health = new Health();
  final TaskWatch watch = new TaskWatch(tasks);
  final Janitor janitor =
      new Janitor(
          store,
          new Retention(Duration.ZERO, Duration.ZERO),
          new Tally(),
          InstantSource.system(),
          System::nanoTime);
  final TopicWatch topics;
  final HttpServer http;
  final Client client;
  private final NodeId node = store.join();

  TestServer(HttpSettings settings) {
    Handlers handlers = new Handlers(List.of());
    topics = new TopicWatch(store, handlers);
    http = new HttpServer(settings.withPort(0), health, routes(handlers));
    client = new Client(http.start());
    health.ready(true);
  }

  static TestServer start() {
    return new TestServer(HttpSettings.DEFAULT);
  }

  private List<Routes> routes(Handlers handlers) {
    InstantSource clock = InstantSource.system();
    TaskService service = new TaskService(TYPES, 5, tasks, watch, () -> {}, clock, new Random());
    TopicQueues queues = new TopicQueues(Map.of(MAIL, MAILS));
    Operator operator = new Operator(store, store, store, Set.of(Queue.DEFAULT, MAILS), 5);
    return List.of(
        new TaskRoutes(service, watch, tasks, new Explainer(tasks, store, store, handlers, clock)),
        new JobRoutes(store, operator, queues),
        new QueueRoutes(operator),
        new OperationRoutes(new Stats(store, store, new Tally(), pool(handlers), topics, janitor)),
        new HealthRoutes(health));
  }

  private WorkerPool pool(Handlers handlers) {
    RetryRule rule = new RetryRule(new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5)), 3);
    Judge judge = new Judge(rule, JsonLimits.DEFAULT, new Random(), health, settlement -> {});
    return new WorkerPool(
        List.of(new QueueSettings(Queue.DEFAULT, 16, 64), new QueueSettings(MAILS, 2, 64)),
        handlers,
        judge,
        new Hands(new Signal(), 1000),
        lease -> true,
        new Signal(),
        new Signal(),
        new TaskGroup(health::witness));
  }

  /** Takes the next job of a topic in hand. */
  ClaimedJob claim(Topic topic) {
    return store.claim(node, List.of(new Demand(List.of(topic), 1, 1, false))).getFirst();
  }

  /** Ends a job that was claimed. */
  void settle(ClaimedJob job, Verdict verdict) {
    store.settle(node, List.of(new Settlement(job, verdict)));
    if (job.task() != null) {
      watch.moved(job.task());
    }
  }

  /** Puts a task with this input into the store, without a request. */
  void keep(String input) {
    store.submit(
        List.of(
            new NewTask(
                TaskId.create(InstantSource.system(), new Random()),
                new TaskType("approval", List.of()),
                input,
                Priority.NORMAL,
                null,
                1,
                null,
                null)));
  }

  /** Submits a task of this type and gives its id. */
  String submit(String type) {
    return client.post("/v1/tasks", "{\"type\":\"" + type + "\"}").text("/id");
  }

  @Override
  public void close() {
    watch.close();
    client.close();
    http.stop(Duration.ofSeconds(5));
  }
}
