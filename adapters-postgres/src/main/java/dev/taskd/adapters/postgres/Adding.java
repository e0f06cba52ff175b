package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.NewJob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** How new jobs get into the queue. Thread-safe. */
final class Adding {
  private final int maxCrashes;

  Adding(int maxCrashes) {
    this.maxCrashes = maxCrashes;
  }

  /** Adds jobs, with a nudge; their ids in the same order. */
  List<JobId> add(Connection connection, List<NewJob> jobs) throws SQLException {
    List<JobId> ids = new ArrayList<>(jobs.size());
    if (!jobs.isEmpty()) {
      try (PreparedStatement statement = prepare(connection, jobs);
          ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          ids.add(new JobId(rows.getLong(1)));
        }
      }
    }
    return ids;
  }

  private PreparedStatement prepare(Connection connection, List<NewJob> jobs) throws SQLException {
    return Sql.prepare(
        connection,
        Statements.ADD_JOBS,
        Sql.texts(jobs, job -> job.topic().name()),
        Sql.shorts(jobs, job -> Rows.code(Caution.of(0, job.maxAttempts(), 0, maxCrashes))),
        Sql.shorts(jobs, job -> Rows.code(job.priority())),
        Sql.texts(jobs, NewJob::payload),
        Sql.times(jobs, NewJob::runAt),
        Sql.ints(jobs, NewJob::maxAttempts),
        Sql.texts(jobs, job -> job.task() == null ? null : job.task().toString()),
        Sql.texts(jobs, NewJob::key));
  }
}
