package dev.taskd.adapters.postgres;

import static dev.taskd.adapters.postgres.schema.Tables.PAUSED_QUEUE;

import dev.taskd.domain.job.Queue;
import dev.taskd.domain.port.QueueStore;
import java.util.Set;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.Query;

/** The paused queues in a table, one row for each. */
public final class PostgresQueueStore implements QueueStore {
  private final Database database;

  public PostgresQueueStore(Database database) {
    this.database = database;
  }

  @Override
  public void pause(Queue queue) {
    change(
        sql ->
            sql.insertInto(PAUSED_QUEUE, PAUSED_QUEUE.NAME)
                .values(queue.name())
                .onConflictDoNothing());
  }

  @Override
  public void resume(Queue queue) {
    change(sql -> sql.deleteFrom(PAUSED_QUEUE).where(PAUSED_QUEUE.NAME.eq(queue.name())));
  }

  private void change(Function<DSLContext, Query> change) {
    database.transact(
        connection -> {
          change.apply(Database.sql(connection)).execute();
          Sql.execute(connection, Statements.NUDGE);
          return true;
        });
  }

  @Override
  public Set<Queue> paused() {
    return database.run(
        connection ->
            Database.sql(connection)
                .select(PAUSED_QUEUE.NAME)
                .from(PAUSED_QUEUE)
                .fetchSet(row -> new Queue(row.value1())));
  }
}
