package dev.taskd.bootstrap.config;

import dev.taskd.application.housekeeping.Retention;
import dev.taskd.application.node.NodeSettings;
import dev.taskd.bootstrap.config.TaskdConfig.Auth;
import dev.taskd.bootstrap.config.TaskdConfig.Http;
import dev.taskd.bootstrap.config.TaskdConfig.Notifier;
import dev.taskd.bootstrap.config.TaskdConfig.QueueShare;
import dev.taskd.bootstrap.config.TaskdConfig.Shutdown;
import dev.taskd.bootstrap.config.TaskdConfig.Step;
import dev.taskd.bootstrap.config.TaskdConfig.Storage;
import dev.taskd.bootstrap.config.TaskdConfig.Worker;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.task.TaskType;
import dev.taskd.domain.text.NearestName;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Reads the settings section by section and holds the rules between keys. */
final class ConfigReader {
  private static final String BUILT_IN_TYPE = "echo";

  private final Settings settings;

  ConfigReader(Settings settings) {
    this.settings = settings;
  }

  TaskdConfig read() {
    Http http = http();
    Storage storage = storage();
    int concurrency = settings.get(Keys.WORKER_CONCURRENCY);
    Worker worker = worker();
    NodeSettings node = node();
    Retention retention =
        new Retention(
            settings.get(Keys.RETENTION_FINISHED).orElse(null),
            settings.get(Keys.RETENTION_DEAD).orElse(null));
    Shutdown shutdown =
        new Shutdown(
            settings.get(Keys.SHUTDOWN_DRAIN_DELAY), settings.get(Keys.SHUTDOWN_DRAIN_TIMEOUT));
    Notifier notifier = notifier();
    Auth auth = auth(http);
    List<QueueShare> queues = new QueueReader(settings, concurrency, worker.batch()).read();
    List<Step> steps = steps(worker);
    List<TaskType> taskTypes = taskTypes(steps.stream().map(Step::name).toList());
    settings.throwIfFaulty();
    return new TaskdConfig(
        http,
        storage,
        worker,
        node,
        retention,
        shutdown,
        notifier,
        auth,
        queues,
        steps,
        taskTypes,
        settings.effective());
  }

  private Http http() {
    return new Http(
        settings.get(Keys.HTTP_HOST),
        settings.get(Keys.HTTP_PORT),
        settings.get(Keys.HTTP_MAX_BODY),
        settings.list(Keys.HTTP_ALLOWED_HOSTS));
  }

  private Storage storage() {
    Keys.StorageKind kind = settings.get(Keys.STORAGE);
    Path dataDir = settings.get(Keys.DATA_DIR);
    Optional<String> url = settings.find(Keys.POSTGRES_URL);
    Optional<String> directUrl = settings.find(Keys.POSTGRES_DIRECT_URL);
    Optional<String> user = settings.find(Keys.POSTGRES_USER);
    Optional<Secret<String>> password = settings.find(Keys.POSTGRES_PASSWORD);
    int poolSize = settings.get(Keys.POSTGRES_POOL_SIZE);
    if (settings.areSound(Keys.STORAGE)) {
      checkPostgresKeys(kind);
    }
    return switch (kind) {
      case EMBEDDED -> new Storage.Embedded(dataDir, poolSize);
      case POSTGRES ->
          new Storage.Postgres(
              url.orElse(""),
              directUrl.orElse(null),
              user.orElse(null),
              password.orElse(null),
              poolSize);
      case MEMORY -> new Storage.Memory();
    };
  }

  private void checkPostgresKeys(Keys.StorageKind kind) {
    if (kind == Keys.StorageKind.POSTGRES) {
      if (!settings.isGiven(Keys.POSTGRES_URL)) {
        settings.refuse(
            Keys.POSTGRES_URL,
            "is missing, which "
                + settings.told(Keys.STORAGE)
                + " needs: give it a value such as jdbc:postgresql://127.0.0.1:5432/taskd");
      }
      return;
    }
    for (Key<?> key :
        List.of(
            Keys.POSTGRES_URL,
            Keys.POSTGRES_DIRECT_URL,
            Keys.POSTGRES_USER,
            Keys.POSTGRES_PASSWORD)) {
      if (settings.isGiven(key)) {
        settings.refuse(
            key,
            "contradicts "
                + settings.told(Keys.STORAGE)
                + ", which would never use it: set storage to postgres, or remove this key");
      }
    }
  }

  private Worker worker() {
    var worker =
        new Worker(
            settings.get(Keys.WORKER_BATCH),
            settings.get(Keys.WORKER_POLL_MIN),
            settings.get(Keys.WORKER_POLL_MAX),
            settings.get(Keys.WORKER_MAX_ATTEMPTS),
            settings.get(Keys.WORKER_BACKOFF_BASE),
            settings.get(Keys.WORKER_BACKOFF_MAX),
            settings.get(Keys.WORKER_TIMEOUT),
            settings.get(Keys.WORKER_MAX_CRASHES));
    checkOrder(Keys.WORKER_POLL_MIN, worker.pollMin(), Keys.WORKER_POLL_MAX, worker.pollMax());
    checkOrder(
        Keys.WORKER_BACKOFF_BASE,
        worker.backoffBase(),
        Keys.WORKER_BACKOFF_MAX,
        worker.backoffMax());
    return worker;
  }

  private NodeSettings node() {
    Duration heartbeat = settings.get(Keys.NODE_HEARTBEAT);
    Duration lostAfter = settings.get(Keys.NODE_LOST_AFTER);
    Duration least = heartbeat.multipliedBy(NodeSettings.LEAST_BEATS);
    if (lostAfter.compareTo(least) >= 0) {
      return new NodeSettings(heartbeat, lostAfter);
    }
    if (settings.areSound(Keys.NODE_HEARTBEAT, Keys.NODE_LOST_AFTER)) {
      settings.refuse(
          Keys.NODE_LOST_AFTER,
          settings.value(Keys.NODE_LOST_AFTER)
              + " is shorter than "
              + NodeSettings.LEAST_BEATS
              + " times "
              + settings.told(Keys.NODE_HEARTBEAT)
              + ", so that a late beat would cost a node its jobs: change one of them");
    }
    return new NodeSettings(heartbeat, least);
  }

  private void checkOrder(Key<?> lower, Duration low, Key<?> upper, Duration high) {
    if (settings.areSound(lower, upper) && low.compareTo(high) > 0) {
      settings.refuse(
          lower,
          settings.value(lower)
              + " is longer than "
              + settings.told(upper)
              + ": change one of them");
    }
  }

  private Notifier notifier() {
    Keys.NotifierKind kind = settings.get(Keys.NOTIFIER);
    Optional<Secret<URI>> url = settings.find(Keys.WEBHOOK_URL);
    Duration timeout = settings.get(Keys.WEBHOOK_TIMEOUT);
    boolean allowPrivate = settings.get(Keys.WEBHOOK_ALLOW_PRIVATE_TARGETS);
    return switch (kind) {
      case LOG -> new Notifier.Log();
      case WEBHOOK -> {
        url.ifPresent(target -> checkTarget(target, allowPrivate));
        yield url.<Notifier>map(target -> new Notifier.Webhook(target, timeout, allowPrivate))
            .orElseGet(Notifier.None::new);
      }
    };
  }

  private void checkTarget(Secret<URI> target, boolean allowPrivate) {
    if (settings.areSound(Keys.WEBHOOK_ALLOW_PRIVATE_TARGETS)) {
      try {
        Format.webhookTarget(target.value().toString(), allowPrivate);
      } catch (IllegalArgumentException e) {
        settings.refuse(Keys.WEBHOOK_URL, Settings.UNREPEATED + " " + e.getMessage());
      }
    }
  }

  private Auth auth(Http http) {
    List<Secret<String>> tokens = settings.list(Keys.AUTH_TOKENS);
    if (new HashSet<>(tokens).size() < tokens.size()) {
      settings.refuse(Keys.AUTH_TOKENS, "has the same token twice: remove one");
    }
    if (settings.areSound(Keys.HTTP_HOST, Keys.AUTH_TOKENS)
        && tokens.isEmpty()
        && !HostName.isLoopback(http.host())) {
      settings.refuse(
          Keys.HTTP_HOST,
          settings.value(Keys.HTTP_HOST)
              + " can be reached from other machines, and there are no auth.tokens: set some, or"
              + " listen on 127.0.0.1");
    }
    return new Auth(tokens);
  }

  private List<Step> steps(Worker worker) {
    var steps = new ArrayList<Step>();
    for (String name : settings.members(Keys.STEPS).keySet()) {
      Optional<Topic> topic = settings.named(Keys.STEPS, name, Topic::ofStep);
      Key<Duration> key = Keys.STEP_TIMEOUT.of(name);
      Optional<Duration> timeout = settings.find(key);
      if (!settings.isGiven(key)) {
        Setting general = settings.setting(Keys.WORKER_TIMEOUT);
        settings.note(key, general.value(), general.source());
      }
      topic.ifPresent(usable -> steps.add(new Step(name, timeout.orElse(worker.timeout()))));
    }
    return steps;
  }

  private List<TaskType> taskTypes(List<String> usable) {
    var types = new ArrayList<TaskType>();
    for (String name : settings.members(Keys.TASK_TYPES).keySet()) {
      Key<String> key = Keys.TASK_TYPE_STEPS.of(name);
      List<String> steps = settings.list(key).stream().map(String::strip).toList();
      steps.forEach(step -> checkStep(key, step));
      if (name.equals(BUILT_IN_TYPE)) {
        settings.refuse(
            Keys.TASK_TYPES, name, "is built in and cannot be configured: use another name");
      }
      List<String> sound = steps.stream().filter(usable::contains).toList();
      settings
          .named(Keys.TASK_TYPES, name, type -> new TaskType(type, sound))
          .ifPresent(types::add);
    }
    return types;
  }

  private void checkStep(Key<?> types, String step) {
    var known = List.copyOf(settings.members(Keys.STEPS).keySet());
    if (!known.contains(step)) {
      String hint =
          NearestName.of(step, known)
              .map(name -> "; did you mean " + Printable.of(name) + "?")
              .orElse("");
      settings.refuse(
          types,
          "names the step "
              + Printable.quoted(step)
              + ", which is none of steps: add it there"
              + hint);
    }
  }
}
