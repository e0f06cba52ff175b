package dev.taskd.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.multibindings.ProvidesIntoSet;
import dev.taskd.adapters.http.HealthRoutes;
import dev.taskd.adapters.http.HttpServer;
import dev.taskd.adapters.http.HttpSettings;
import dev.taskd.adapters.http.JobRoutes;
import dev.taskd.adapters.http.OperationRoutes;
import dev.taskd.adapters.http.QueueRoutes;
import dev.taskd.adapters.http.TaskRoutes;
import dev.taskd.application.Engine;
import dev.taskd.application.EngineSettings;
import dev.taskd.application.Explainer;
import dev.taskd.application.Operator;
import dev.taskd.application.Stats;
import dev.taskd.application.TaskService;
import dev.taskd.application.TaskWatch;
import dev.taskd.application.TopicQueues;
import dev.taskd.application.health.Health;
import dev.taskd.application.housekeeping.Janitor;
import dev.taskd.application.json.JsonLimits;
import dev.taskd.application.pool.Handlers;
import dev.taskd.application.pool.Handlers.Bound;
import dev.taskd.application.pool.QueueSettings;
import dev.taskd.bootstrap.config.Secret;
import dev.taskd.bootstrap.config.TaskdConfig;
import dev.taskd.bootstrap.config.TaskdConfig.QueueShare;
import dev.taskd.bootstrap.config.TaskdConfig.Step;
import dev.taskd.bootstrap.config.TaskdConfig.Worker;
import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.RetryRule;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.Housekeeping;
import dev.taskd.domain.port.JobReader;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.NodeStore;
import dev.taskd.domain.port.Nudges;
import dev.taskd.domain.port.QueueStore;
import dev.taskd.domain.port.TaskReader;
import dev.taskd.domain.port.TaskStore;
import dev.taskd.domain.task.TaskType;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** What every taskd is made of, whatever its adapters. */
final class TaskdModule extends AbstractModule {
  private static final String ECHO = "echo";

  private final TaskdConfig config;
  private final Health health;

  TaskdModule(TaskdConfig config, Health health) {
    this.config = config;
    this.health = health;
  }

  @Override
  protected void configure() {
    binder().requireExplicitBindings();
    binder().disableCircularProxies();
    Multibinder.newSetBinder(binder(), TopicHandler.class).permitDuplicates();
    Multibinder<TaskType> types =
        Multibinder.newSetBinder(binder(), TaskType.class).permitDuplicates();
    config.taskTypes().forEach(type -> types.addBinding().toInstance(type));
    types.addBinding().toInstance(new TaskType(ECHO, List.of(ECHO)));
    bind(Health.class).toInstance(health);
    bind(InstantSource.class).toInstance(InstantSource.system());
    bind(RandomGenerator.class).toInstance(new SecureRandom());
  }

  @ProvidesIntoSet
  TopicHandler echo() {
    return TopicHandler.ofStep(ECHO, run -> new Outcome.Done(run.payload()));
  }

  @Provides
  @Singleton
  TopicQueues queues() {
    Map<Topic, Queue> named = new HashMap<>();
    for (QueueShare share : config.queues()) {
      share.topics().forEach(topic -> named.put(topic, share.queue()));
    }
    return new TopicQueues(named);
  }

  @Provides
  @Singleton
  Handlers handlers(Set<TopicHandler> handlers, TopicQueues queues) {
    Duplicates.refuse("topic", handlers, each -> each.topic().name(), TopicHandler::handlerName);
    return new Handlers(handlers.stream().map(each -> bound(each, queues)).toList());
  }

  private Bound bound(TopicHandler each, TopicQueues queues) {
    Duration timeout = each.timeout() == null ? timeoutOf(each.topic()) : each.timeout();
    return new Bound(each.topic(), each.handler(), queues.of(each.topic()), timeout);
  }

  private Duration timeoutOf(Topic topic) {
    return config.steps().stream()
        .filter(step -> Topic.ofStep(step.name()).equals(topic))
        .map(Step::timeout)
        .findFirst()
        .orElse(config.worker().timeout());
  }

  @Provides
  @Singleton
  EngineSettings engineSettings() {
    Worker worker = config.worker();
    return new EngineSettings(
        config.queues().stream()
            .map(share -> new QueueSettings(share.queue(), share.concurrency(), worker.batch()))
            .toList(),
        new RetryRule(new Backoff(worker.backoffBase(), worker.backoffMax()), worker.maxCrashes()),
        new JsonLimits(config.http().maxBodyBytes(), JsonLimits.DEFAULT.maxDepth()),
        config.node(),
        worker.pollMin(),
        worker.pollMax());
  }

  @Provides
  @Singleton
  TaskWatch watch(TaskReader tasks) {
    return new TaskWatch(tasks);
  }

  @Provides
  @Singleton
  Engine engine(
      EngineSettings settings,
      NodeStore nodes,
      JobStore store,
      JobReader jobs,
      Nudges nudges,
      Handlers handlers,
      Health health,
      TaskWatch watch,
      RandomGenerator random) {
    return new Engine(settings, nodes, store, jobs, nudges, handlers, health, watch, random);
  }

  @Provides
  @Singleton
  Janitor janitor(Housekeeping store, Engine engine, InstantSource clock) {
    Janitor janitor =
        new Janitor(store, config.retention(), engine.tally(), clock, System::nanoTime);
    engine.alongside("janitor", janitor::turn);
    return janitor;
  }

  @Provides
  @Singleton
  TaskService tasks(
      Set<TaskType> types,
      TaskStore store,
      TaskWatch watch,
      Engine engine,
      InstantSource clock,
      RandomGenerator random) {
    Duplicates.refuse("task type", types, TaskType::name, type -> "the steps " + type.steps());
    Map<String, TaskType> byName = new TreeMap<>();
    types.forEach(type -> byName.put(type.name(), type));
    return new TaskService(
        byName,
        config.worker().maxAttempts(),
        store,
        watch,
        engine::lookForCancelled,
        clock,
        random);
  }

  @Provides
  @Singleton
  Operator operator(JobStore store, JobReader jobs, QueueStore pauses) {
    Set<Queue> queues =
        config.queues().stream().map(QueueShare::queue).collect(Collectors.toUnmodifiableSet());
    return new Operator(store, jobs, pauses, queues, config.worker().maxAttempts());
  }

  @Provides
  @Singleton
  HttpServer http(
      TaskService service,
      TaskWatch watch,
      TaskReader tasks,
      JobReader jobs,
      QueueStore pauses,
      Operator operator,
      Janitor janitor,
      Engine engine,
      Handlers handlers,
      TopicQueues queues,
      Health health,
      InstantSource clock) {
    var explainer = new Explainer(tasks, jobs, pauses, handlers, clock);
    var stats = new Stats(jobs, pauses, engine.tally(), engine.pool(), engine.topics(), janitor);
    return new HttpServer(
        httpSettings(config),
        health,
        List.of(
            new TaskRoutes(service, watch, tasks, explainer),
            new JobRoutes(jobs, operator, queues),
            new QueueRoutes(operator),
            new OperationRoutes(stats),
            new HealthRoutes(health)));
  }

  static HttpSettings httpSettings(TaskdConfig config) {
    return new HttpSettings(
        config.http().host(),
        config.http().port(),
        config.http().maxBodyBytes(),
        config.auth().tokens().stream().map(Secret::value).toList(),
        config.http().allowedHosts());
  }

  @Provides
  @Singleton
  Node node(Engine engine, HttpServer http, TaskWatch watch, Health health) {
    return new Node(engine, http, watch, health, config.shutdown());
  }
}
