package dev.taskd.adapters.postgres;

import static dev.taskd.adapters.postgres.schema.Tables.TASK;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Outlook;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.task.TaskFlow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** The queue in tables. */
public final class PostgresJobStore implements JobStore {
  private final Database database;
  private final TaskFlow flow;
  private final int maxCrashes;
  private final Adding adding;
  private final Claiming claiming;
  private final Settling settling;

  /**
   * @param maxCrashes how many nodes one job may take with it
   */
  public PostgresJobStore(Database database, TaskFlow flow, int maxCrashes) {
    this.database = database;
    this.flow = flow;
    this.maxCrashes = maxCrashes;
    this.adding = new Adding(maxCrashes);
    this.claiming = new Claiming(maxCrashes);
    this.settling = new Settling(database, flow, adding, maxCrashes);
  }

  @Override
  public List<JobId> add(List<NewJob> jobs) {
    return database.run(connection -> adding.add(connection, jobs));
  }

  @Override
  public List<ClaimedJob> claim(NodeId node, List<Demand> demands) {
    return database.run(connection -> claiming.claim(connection, node, demands));
  }

  @Override
  public Outlook outlook(Collection<Topic> topics) {
    return database.run(connection -> outlook(connection, topics));
  }

  private static Outlook outlook(Connection connection, Collection<Topic> topics)
      throws SQLException {
    try (PreparedStatement statement =
            Sql.prepare(connection, Statements.OUTLOOK, (Object) Sql.texts(topics, Topic::name));
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      Long micros = rows.getObject("micros", Long.class);
      return new Outlook(
          micros == null ? null : Duration.of(micros, ChronoUnit.MICROS),
          rows.getBoolean("alone"),
          Rows.queues(rows.getArray("paused")));
    }
  }

  @Override
  public Set<Integer> settle(NodeId node, List<Settlement> settlements) {
    try {
      return settling.settle(node, settlements);
    } catch (DateTimeException | ArithmeticException e) {
      throw new StoreException.Rejected("a delay reaches beyond all calendars", e);
    }
  }

  @Override
  public List<ClaimedJob> held(NodeId node, @Nullable ClaimedJob last, int limit) {
    return database.run(connection -> claiming.held(connection, node, last, limit));
  }

  @Override
  public Set<JobId> cancelRequested(Collection<JobId> jobs) {
    Long[] ids = Sql.longs(jobs, JobId::value);
    return database.run(
        connection ->
            Database.sql(connection)
                .select(TASK.JOB_ID)
                .from(TASK)
                .where(TASK.CANCEL_REQUESTED.isTrue().and(TASK.JOB_ID.eq(DSL.any(ids))))
                .fetchSet(row -> new JobId(row.value1())));
  }

  @Override
  public Revival retry(JobId job, int allowance) {
    return database.transact(
        connection -> new Reviving(connection, flow, adding, maxCrashes).retry(job, allowance));
  }
}
