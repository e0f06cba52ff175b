package dev.taskd.adapters.postgres;

import static dev.taskd.adapters.postgres.schema.Tables.FINISHED;
import static dev.taskd.adapters.postgres.schema.Tables.READY;

import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.TaskStore;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.Progress;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskFlow;
import dev.taskd.domain.text.SafeText;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** The tasks in tables. */
public final class PostgresTaskStore implements TaskStore {
  private final Database database;
  private final TaskFlow flow;
  private final Adding adding;

  /**
   * @param maxCrashes how many nodes one job may take with it
   */
  public PostgresTaskStore(Database database, TaskFlow flow, int maxCrashes) {
    this.database = database;
    this.flow = flow;
    this.adding = new Adding(maxCrashes);
  }

  /** What a wish makes of a task that is locked; null if it is refused. */
  @FunctionalInterface
  private interface Wish {
    @Nullable Progress on(Connection connection, Task task, Instant now);
  }

  @Override
  public Submission submit(List<NewTask> tasks) {
    return new Submitting(database, flow, adding, tasks).submit();
  }

  @Override
  public Change complete(TaskId id, String result) {
    return change(
        id, (connection, task, now) -> isOfClient(task) ? flow.completed(task, result, now) : null);
  }

  @Override
  public Change fail(TaskId id, SafeText message) {
    return change(
        id, (connection, task, now) -> isOfClient(task) ? flow.failed(task, message, now) : null);
  }

  private static boolean isOfClient(Task task) {
    return task.steps().isEmpty() && !task.state().isEnded();
  }

  @Override
  public Change cancel(TaskId id) {
    return change(id, this::cancelled);
  }

  private @Nullable Progress cancelled(Connection connection, Task task, Instant now) {
    if (task.state().isEnded()) {
      return null;
    }
    JobId job = task.job();
    if (job == null || isTakenBack(connection, job)) {
      return flow.cancelled(task, now);
    }
    return task.cancelRequested()
        ? new Progress(task, List.of(), null, List.of())
        : flow.cancelRequested(task, now);
  }

  /** Takes a pending job out of the queue, which no claim can have done before or do now. */
  private static boolean isTakenBack(Connection connection, JobId job) {
    Integer attempts =
        Database.sql(connection)
            .deleteFrom(READY)
            .where(READY.ID.eq(job.value()))
            .returning(READY.ATTEMPTS)
            .fetchOne(READY.ATTEMPTS);
    if (attempts == null) {
      return false;
    }
    Database.sql(connection)
        .insertInto(FINISHED)
        .set(FINISHED.ID, job.value())
        .set(FINISHED.ATTEMPT, attempts)
        .set(FINISHED.CANCELLED, true)
        .set(FINISHED.AT, DSL.currentInstant())
        .execute();
    return true;
  }

  private Change change(TaskId id, Wish wish) {
    return database.transact(
        connection -> {
          Task task = Tasks.lock(connection, Set.of(id), true).get(id);
          if (task == null) {
            return new Change.Unknown();
          }
          Progress progress = wish.on(connection, task, Database.now(connection));
          if (progress != null) {
            write(connection, progress);
          }
          Task shown = Tasks.find(connection, id).orElseThrow();
          return progress == null ? new Change.Refused(shown) : new Change.Changed(shown);
        });
  }

  private void write(Connection connection, Progress progress) throws SQLException {
    Moves moves = new Moves();
    moves.add(progress);
    moves.write(connection, adding);
  }
}
