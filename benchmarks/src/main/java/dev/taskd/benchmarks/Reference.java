package dev.taskd.benchmarks;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A plain queue: one wide table with a status column, fixed SQL, one connection. What taskd is
 * compared with; it never changes. One thread at a time.
 */
final class Reference implements AutoCloseable {
  private static final String TABLE =
      """
      create table job (
        id bigint generated always as identity primary key,
        queue text not null,
        topic text not null,
        status text not null default 'pending',
        priority smallint not null default 1,
        attempts int not null default 0,
        max_attempts int not null default 5,
        payload text not null,
        error text,
        node text,
        created_at timestamptz not null default now(),
        available_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz);
      create index job_next on job (queue, priority, available_at, id) where status = 'pending'
      """;

  private static final String INSERT =
      "insert into job (queue, topic, payload) select 'default', 'noop', unnest(?::text[])";

  private static final String CLAIM =
      """
      with next as materialized (
        select id from job
        where queue = 'default' and status = 'pending' and available_at <= now()
        order by priority, available_at, id limit ? for update skip locked)
      update job set status = 'running', attempts = attempts + 1, node = 'node', started_at = now()
      from next where job.id = next.id
      returning job.id, job.topic, job.payload, job.attempts
      """;

  private static final String SETTLE =
      """
      update job set status = 'done', finished_at = now()
      where id = any (?) and status = 'running' and node = 'node'
      """;

  private final Connection connection;

  Reference(Scratch scratch) throws SQLException {
    connection = scratch.connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
  }

  void add(int jobs, int batch) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (int left = jobs; left > 0; left -= batch) {
        List<String> payloads = Collections.nCopies(Math.min(left, batch), Work.PAYLOAD);
        insert.setArray(1, connection.createArrayOf("text", payloads.toArray()));
        insert.executeUpdate();
      }
    }
  }

  /** Claims and settles until nothing is left. */
  void drain(int batch) throws SQLException {
    try (PreparedStatement claim = connection.prepareStatement(CLAIM);
        PreparedStatement settle = connection.prepareStatement(SETTLE)) {
      claim.setInt(1, batch);
      for (List<Long> ids = claimed(claim); !ids.isEmpty(); ids = claimed(claim)) {
        Array array = connection.createArrayOf("bigint", ids.toArray());
        settle.setArray(1, array);
        settle.executeUpdate();
      }
    }
  }

  private static List<Long> claimed(PreparedStatement claim) throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (ResultSet rows = claim.executeQuery()) {
      while (rows.next()) {
        ids.add(rows.getLong(1));
        rows.getString(2);
        rows.getString(3);
        rows.getInt(4);
      }
    }
    return ids;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
