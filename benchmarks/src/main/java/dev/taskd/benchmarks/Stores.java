package dev.taskd.benchmarks;

import dev.taskd.adapters.postgres.Database;
import dev.taskd.adapters.postgres.PostgresJobReader;
import dev.taskd.adapters.postgres.PostgresJobStore;
import dev.taskd.adapters.postgres.PostgresNodeStore;
import dev.taskd.adapters.postgres.PostgresSettings;
import dev.taskd.adapters.postgres.PostgresTaskReader;
import dev.taskd.adapters.postgres.PostgresTaskStore;
import dev.taskd.domain.port.JobReader;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.NodeStore;
import dev.taskd.domain.port.TaskReader;
import dev.taskd.domain.port.TaskStore;
import dev.taskd.domain.task.TaskFlow;
import java.util.List;

/** taskd's own stores, with nobody to be told of a task. */
record Stores(
    Database database,
    NodeStore nodes,
    JobStore jobs,
    JobReader jobReader,
    TaskStore tasks,
    TaskReader taskReader)
    implements AutoCloseable {
  /** The default of {@code worker.max-crashes}. */
  static final int MAX_CRASHES = 3;

  static Stores open(PostgresSettings settings) {
    Database database = Database.open(settings);
    TaskFlow flow = new TaskFlow((type, task, at) -> List.of());
    return new Stores(
        database,
        new PostgresNodeStore(database),
        new PostgresJobStore(database, flow, MAX_CRASHES),
        new PostgresJobReader(database),
        new PostgresTaskStore(database, flow, MAX_CRASHES),
        new PostgresTaskReader(database));
  }

  /** On one connection. */
  static Stores alone(Scratch scratch) {
    return open(scratch.settings().withPoolSize(1));
  }

  void add(int jobs, int batch) {
    for (int left = jobs; left > 0; left -= batch) {
      this.jobs.add(Work.jobs(Math.min(left, batch)));
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
