package dev.taskd.adapters.postgres;

import static dev.taskd.adapters.postgres.schema.Tables.DEAD;
import static dev.taskd.adapters.postgres.schema.Tables.JOB;
import static dev.taskd.adapters.postgres.schema.Tables.READY;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Limits;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.JobStore.Revival;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskFlow;
import dev.taskd.domain.task.TaskState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** One transaction in which an operator has a dead job tried again: first its task, then itself. */
final class Reviving {
  private final Connection connection;
  private final DSLContext sql;
  private final TaskFlow flow;
  private final Adding adding;
  private final int maxCrashes;

  Reviving(Connection connection, TaskFlow flow, Adding adding, int maxCrashes) {
    this.connection = connection;
    this.sql = Database.sql(connection);
    this.flow = flow;
    this.adding = adding;
    this.maxCrashes = maxCrashes;
  }

  Revival retry(JobId id, int allowance) throws SQLException {
    Record body = sql.selectFrom(JOB).where(JOB.ID.eq(id.value())).fetchOne();
    if (body == null) {
      return Revival.UNKNOWN;
    }
    Task task = lockedTask(Rows.taskId(body.get(JOB.TASK_ID)));
    Record dead =
        sql.deleteFrom(DEAD)
            .where(DEAD.ID.eq(id.value()))
            .returning(DEAD.ATTEMPT, DEAD.CRASHES)
            .fetchOne();
    if (dead == null) {
      return Revival.NOT_DEAD;
    }
    revive(body, dead.get(DEAD.ATTEMPT), dead.get(DEAD.CRASHES), allowance);
    if (task != null && task.state() == TaskState.FAILED && id.equals(task.job())) {
      Moves moves = new Moves();
      moves.add(flow.reopened(task, Database.now(connection)));
      moves.write(connection, adding);
    }
    Sql.execute(connection, Statements.NUDGE);
    return Revival.RETRIED;
  }

  private @Nullable Task lockedTask(@Nullable TaskId id) {
    return id == null ? null : Tasks.lock(connection, Set.of(id), true).get(id);
  }

  private void revive(Record body, int attempts, int crashes, int allowance) {
    long id = body.get(JOB.ID);
    int limit = Math.max(body.get(JOB.MAX_ATTEMPTS), Limits.raise(attempts, allowance));
    Caution caution = Caution.of(attempts, limit, crashes, maxCrashes);
    sql.update(JOB).set(JOB.MAX_ATTEMPTS, limit).where(JOB.ID.eq(id)).execute();
    sql.insertInto(READY)
        .set(READY.ID, id)
        .set(READY.TOPIC, body.get(JOB.TOPIC))
        .set(READY.CAUTION, Rows.code(caution))
        .set(READY.PRIORITY, body.get(JOB.PRIORITY))
        .set(READY.AVAILABLE_AT, DSL.currentInstant())
        .set(READY.ATTEMPTS, attempts)
        .set(READY.CRASHES, crashes)
        .execute();
  }
}
