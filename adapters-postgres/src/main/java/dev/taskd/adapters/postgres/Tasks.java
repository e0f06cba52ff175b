package dev.taskd.adapters.postgres;

import static dev.taskd.adapters.postgres.schema.Tables.RUNNING;
import static dev.taskd.adapters.postgres.schema.Tables.TASK;

import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.task.Task;
import java.sql.Connection;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Record;
import org.jooq.Select;
import org.jooq.impl.DSL;

/** Tasks as they stand in their table. */
final class Tasks {
  private static final dev.taskd.adapters.postgres.schema.tables.Task PAGE = TASK.as("page");

  private Tasks() {}

  /**
   * Locks tasks in order of id, as they are stored: a running one is pending here.
   *
   * @param waits whether to wait for those that another transaction holds, or to leave them out
   */
  static Map<TaskId, Task> lock(Connection connection, Collection<TaskId> ids, boolean waits) {
    Map<TaskId, Task> tasks = new HashMap<>();
    if (!ids.isEmpty()) {
      UUID[] values = ids.stream().map(TaskId::value).toArray(UUID[]::new);
      var rows =
          Database.sql(connection)
              .select(TASK.fields())
              .from(TASK)
              .where(TASK.ID.eq(DSL.any(values)))
              .orderBy(TASK.ID)
              .forNoKeyUpdate();
      (waits ? rows : rows.skipLocked())
          .forEach(row -> tasks.put(new TaskId(row.get(TASK.ID)), Rows.task(row, null)));
    }
    return tasks;
  }

  /** The task as its client sees it. */
  static Optional<Task> find(Connection connection, TaskId id) {
    return shown(connection, TASK.ID.eq(id.value())).stream().findFirst();
  }

  /** The tasks that meet a condition which few meet, newest first. */
  static List<Task> shown(Connection connection, Condition condition) {
    return shown(
        connection, Database.sql(connection).select(TASK.fields()).from(TASK).where(condition));
  }

  /**
   * The tasks of a page, newest first, as their clients see them. The page is cut before it is
   * joined with what is running, so that the planner cannot join first.
   */
  static List<Task> shown(Connection connection, Select<?> page) {
    return Database.sql(connection)
        .select(PAGE.fields())
        .select(RUNNING.CLAIMED_AT)
        .from(page.asTable("page"))
        .leftJoin(RUNNING)
        .on(PAGE.STATE.eq(Rows.OPEN).and(RUNNING.JOB.eq(PAGE.JOB_ID)))
        .orderBy(PAGE.CREATED_AT.desc(), PAGE.ID.desc())
        .fetch(Tasks::shown);
  }

  private static Task shown(Record row) {
    return Rows.task(row, row.get(RUNNING.CLAIMED_AT));
  }
}
