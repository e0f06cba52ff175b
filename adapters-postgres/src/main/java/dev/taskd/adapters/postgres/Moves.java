package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.task.Progress;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TimelineEntry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Moves of tasks, at most one of each, gathered to be written together. One thread at a time. */
final class Moves {
  private final List<Progress> moves = new ArrayList<>();

  /** One thing that happened to one task. */
  private record Told(Task task, TimelineEntry entry) {}

  void add(Progress move) {
    moves.add(move);
  }

  /** Writes the moves of tasks whose rows are locked. */
  void write(Connection connection, Adding adding) throws SQLException {
    if (moves.isEmpty()) {
      return;
    }
    moveTasks(connection, tasks(adding.add(connection, jobs())));
    tell(connection);
  }

  /** The steps that begin, then the deliveries. */
  List<NewJob> jobs() {
    return Stream.concat(
            moves.stream().flatMap(move -> Stream.ofNullable(move.step())),
            moves.stream().flatMap(move -> move.deliveries().stream()))
        .toList();
  }

  /** The tasks after their moves, with the ids that {@link #jobs} were given. */
  List<Task> tasks(List<JobId> ids) {
    List<Task> tasks = new ArrayList<>(moves.size());
    int next = 0;
    for (Progress move : moves) {
      tasks.add(move.step() == null ? move.task() : move.task().withJob(ids.get(next++)));
    }
    return tasks;
  }

  private static void moveTasks(Connection connection, List<Task> tasks) throws SQLException {
    Sql.execute(
        connection,
        Statements.MOVE_TASKS,
        Sql.texts(tasks, task -> task.id().toString()),
        Sql.texts(tasks, task -> Rows.stateOf(task.state())),
        Sql.texts(tasks, Task::result),
        Sql.texts(tasks, task -> task.error() == null ? null : task.error().kind().code()),
        Sql.texts(tasks, task -> task.error() == null ? null : task.error().step()),
        Sql.texts(tasks, task -> task.error() == null ? null : task.error().message().value()),
        Sql.ints(tasks, Task::attempts),
        Sql.ints(tasks, Task::step),
        Sql.longs(tasks, task -> task.job() == null ? null : task.job().value()),
        Sql.ints(tasks, Task::ends),
        Sql.booleans(tasks, Task::cancelRequested),
        Sql.times(tasks, Task::startedAt),
        Sql.times(tasks, Task::finishedAt));
  }

  void tell(Connection connection) throws SQLException {
    List<Told> told =
        moves.stream()
            .flatMap(move -> move.timeline().stream().map(entry -> new Told(move.task(), entry)))
            .toList();
    Sql.execute(
        connection,
        Statements.ADD_TIMELINE,
        Sql.texts(told, one -> one.task().id().toString()),
        Sql.times(told, one -> one.entry().at()),
        Sql.texts(told, one -> one.entry().what().code()),
        Sql.texts(told, one -> one.entry().step()),
        Sql.ints(told, one -> one.entry().attempt()),
        Sql.texts(
            told, one -> one.entry().errorKind() == null ? null : one.entry().errorKind().code()),
        Sql.texts(
            told, one -> one.entry().message() == null ? null : one.entry().message().value()),
        Sql.times(told, one -> one.entry().until()));
  }
}
