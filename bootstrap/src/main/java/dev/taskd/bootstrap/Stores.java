package dev.taskd.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import dev.taskd.adapters.memory.MemoryNudges;
import dev.taskd.adapters.memory.MemoryStore;
import dev.taskd.adapters.postgres.Database;
import dev.taskd.adapters.postgres.PostgresHousekeeping;
import dev.taskd.adapters.postgres.PostgresJobReader;
import dev.taskd.adapters.postgres.PostgresJobStore;
import dev.taskd.adapters.postgres.PostgresNodeStore;
import dev.taskd.adapters.postgres.PostgresNudges;
import dev.taskd.adapters.postgres.PostgresQueueStore;
import dev.taskd.adapters.postgres.PostgresSettings;
import dev.taskd.adapters.postgres.PostgresTaskReader;
import dev.taskd.adapters.postgres.PostgresTaskStore;
import dev.taskd.application.health.Health;
import dev.taskd.bootstrap.config.Secret;
import dev.taskd.bootstrap.config.TaskdConfig;
import dev.taskd.bootstrap.config.TaskdConfig.Storage;
import dev.taskd.domain.port.Housekeeping;
import dev.taskd.domain.port.JobReader;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.NodeStore;
import dev.taskd.domain.port.Nudges;
import dev.taskd.domain.port.QueueStore;
import dev.taskd.domain.port.TaskReader;
import dev.taskd.domain.port.TaskStore;
import dev.taskd.domain.task.TaskFlow;
import dev.taskd.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.InstantSource;

/** The storage that the configuration chose, opened before anything is wired. */
record Stores(
    NodeStore nodes,
    JobStore jobs,
    JobReader jobReader,
    QueueStore queues,
    TaskStore tasks,
    TaskReader taskReader,
    Housekeeping housekeeping,
    Nudges nudges) {

  /** Opens the storage; what is opened goes into {@code resources}. */
  static Stores open(TaskdConfig config, TaskFlow flow, Health health, Resources resources)
      throws InterruptedException {
    return switch (config.storage()) {
      case Storage.Memory memory -> inMemory(flow, config.worker().maxCrashes());
      case Storage.Postgres(
              var url,
              var directUrl,
              var user,
              Secret<String> password,
              int poolSize) ->
          onPostgres(
              PostgresSettings.of(url, user, password == null ? null : password.value())
                  .withDirectUrl(directUrl)
                  .withPoolSize(poolSize),
              flow,
              config,
              health,
              resources);
      case Storage.Embedded(Path dataDir, int poolSize) -> {
        EmbeddedPostgres server = embedded(dataDir, health, resources);
        yield onPostgres(
            PostgresSettings.of(server.jdbcUrl(), server.user(), server.password())
                .withPoolSize(poolSize),
            flow,
            config,
            health,
            resources);
      }
    };
  }

  private static Stores inMemory(TaskFlow flow, int maxCrashes) {
    var store = new MemoryStore(flow, maxCrashes, InstantSource.system());
    return new Stores(store, store, store, store, store, store, store, new MemoryNudges(store));
  }

  private static EmbeddedPostgres embedded(Path dataDir, Health health, Resources resources)
      throws InterruptedException {
    EmbeddedPostgres server = resources.closing(new EmbeddedPostgres(dataDir)).start();
    health.need(
        server::isAlive,
        "the embedded PostgreSQL has ended by itself (%s says why): restart taskd"
            .formatted(dataDir.resolve("postgres.log")));
    return server;
  }

  private static Stores onPostgres(
      PostgresSettings settings,
      TaskFlow flow,
      TaskdConfig config,
      Health health,
      Resources resources)
      throws InterruptedException {
    int maxCrashes = config.worker().maxCrashes();
    Database database =
        resources.closing(DatabaseOpening.of(settings, TaskdModule.httpSettings(config), health));
    return new Stores(
        new PostgresNodeStore(database),
        new PostgresJobStore(database, flow, maxCrashes),
        new PostgresJobReader(database),
        new PostgresQueueStore(database),
        new PostgresTaskStore(database, flow, maxCrashes),
        new PostgresTaskReader(database),
        new PostgresHousekeeping(database, settings),
        resources.closing(new PostgresNudges(settings)));
  }

  /** Gives its parts to whoever asks for them. */
  Module asModule() {
    return new AbstractModule() {
      @Override
      protected void configure() {
        bind(NodeStore.class).toInstance(nodes);
        bind(JobStore.class).toInstance(jobs);
        bind(JobReader.class).toInstance(jobReader);
        bind(QueueStore.class).toInstance(queues);
        bind(TaskStore.class).toInstance(tasks);
        bind(TaskReader.class).toInstance(taskReader);
        bind(Housekeeping.class).toInstance(housekeeping);
        bind(Nudges.class).toInstance(nudges);
      }
    };
  }
}
