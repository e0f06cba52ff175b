package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.DeadQuery;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobCounts;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.JobReader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at the queue in tables. */
public final class PostgresJobReader implements JobReader {
  /** A place with more jobs than this is not counted but estimated: so many take 0.1 to 0.4 s. */
  private static final long EXACT = 500_000;

  private final Database database;
  private final long exact;

  public PostgresJobReader(Database database) {
    this(database, EXACT);
  }

  PostgresJobReader(Database database, long exact) {
    this.database = database;
    this.exact = exact;
  }

  @Override
  public Optional<Job> find(JobId id) {
    return database.run(connection -> Jobs.find(connection, id));
  }

  @Override
  public List<Job> list(JobQuery query) {
    return database.run(connection -> Jobs.shown(connection, JobPages.of(query)));
  }

  @Override
  public List<JobId> dead(DeadQuery query) {
    return database.run(
        connection ->
            Database.sql(connection).fetch(JobPages.of(query)).map(row -> new JobId(row.value1())));
  }

  @Override
  public JobCounts counts() {
    return database.run(
        connection -> {
          try (PreparedStatement statement = Sql.prepare(connection, Statements.COUNTS, exact);
              ResultSet row = statement.executeQuery()) {
            row.next();
            return new JobCounts(
                row.getLong("ready"),
                row.getLong("running"),
                0,
                row.getLong("done"),
                row.getLong("dead"),
                row.getLong("cancelled"));
          }
        });
  }

  @Override
  public Map<Topic, Long> pendingTopics(int cap) {
    return database.run(
        connection -> {
          try (PreparedStatement statement =
                  Sql.prepare(connection, Statements.PENDING_TOPICS, cap);
              ResultSet rows = statement.executeQuery()) {
            Map<Topic, Long> topics = new LinkedHashMap<>();
            while (rows.next()) {
              topics.put(new Topic(rows.getString("topic")), rows.getLong("pending"));
            }
            return topics;
          }
        });
  }

  @Override
  public long ahead(JobId id, int cap) {
    return database.run(
        connection -> {
          try (PreparedStatement statement =
                  Sql.prepare(connection, Statements.AHEAD, id.value(), cap);
              ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
          }
        });
  }
}
