package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.Housekeeping;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Keeps the tables small and the queue's index free of entries that lead nowhere. */
public final class PostgresHousekeeping implements Housekeeping {
  /**
   * Source: the measurements behind ADR 8: after twice as many, a claim takes four times as long.
   */
  private static final long CLAIMS_BETWEEN_VACUUMS = 100_000;

  private static final UUID FIRST = new UUID(0, 0);

  private final Database database;
  private final DataSource vacuums;

  public PostgresHousekeeping(Database database, PostgresSettings settings) {
    this.database = database;
    this.vacuums = Sessions.forVacuum(settings);
  }

  @Override
  public boolean begin(Duration interval) {
    return isChanged(
        "update taskd.housekeeping set swept_at = now()"
            + " where swept_at <= now() - ?::bigint * interval '1 us' returning true",
        Sql.micros(interval));
  }

  @Override
  public Step<TaskId> removeTasks(Duration age, @Nullable TaskId after, int limit) {
    UUID from = after == null ? FIRST : after.value();
    return step(Removals.TASKS, from, limit, age, TaskId::parse);
  }

  @Override
  public Step<JobId> removeFinished(Duration age, @Nullable JobId after, int limit) {
    return removeJobs(Removals.FINISHED, age, after, limit);
  }

  @Override
  public Step<JobId> removeDead(Duration age, @Nullable JobId after, int limit) {
    return removeJobs(Removals.DEAD, age, after, limit);
  }

  private Step<JobId> removeJobs(String statement, Duration age, @Nullable JobId after, int limit) {
    long from = after == null ? 0 : after.value();
    return step(statement, from, limit, age, last -> new JobId(Long.parseLong(last)));
  }

  private <T> Step<T> step(
      String sql, Object after, int limit, Duration age, Function<String, T> id) {
    return database.run(
        connection -> {
          try (PreparedStatement statement =
                  Sql.prepare(connection, sql, after, limit, Sql.micros(age));
              ResultSet row = statement.executeQuery()) {
            row.next();
            String last = row.getString("last");
            return new Step<>(row.getInt("removed"), last == null ? null : id.apply(last));
          }
        });
  }

  @Override
  public boolean tend(long claims) {
    if (!isChanged(
        "update taskd.housekeeping set claims = (claims + ?) % ? returning claims < ?",
        claims, CLAIMS_BETWEEN_VACUUMS, claims)) {
      return false;
    }
    vacuum();
    return true;
  }

  private boolean isChanged(String sql, Object... values) {
    return database.run(
        connection -> {
          try (PreparedStatement statement = Sql.prepare(connection, sql, values);
              ResultSet row = statement.executeQuery()) {
            return row.next() && row.getBoolean(1);
          }
        });
  }

  /** On a connection of its own: it may take longer than a statement of the pool may. */
  private void vacuum() {
    try (Connection connection = vacuums.getConnection()) {
      Sql.execute(connection, Statements.VACUUM);
    } catch (SQLException e) {
      throw SqlErrors.of(e);
    }
  }
}
