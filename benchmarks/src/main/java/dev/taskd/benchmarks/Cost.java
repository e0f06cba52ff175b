package dev.taskd.benchmarks;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server has done since its start.
 *
 * @param walBytes for all its databases
 * @param commits transactions that wrote something, for all its databases; those that only read
 *     have nothing to flush
 * @param statements in this database, but for those of the benchmark, which say so; null where
 *     pg_stat_statements is not loaded
 */
record Cost(long walBytes, long commits, @Nullable Long statements) {
  private static final String WRITTEN =
      """
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint as benchmark
      """;

  private static final String IS_COUNTED =
      "select count(*) as benchmark from pg_settings where name = 'pg_stat_statements.track'";

  private static final String STATEMENTS =
      """
      select coalesce(sum(calls), 0)::bigint from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query !~ 'benchmark|pg_stat_statements'
      """;

  static Cost of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      Long statements = statements(statement);
      try (ResultSet row = statement.executeQuery(WRITTEN)) {
        row.next();
        return new Cost(row.getLong(1), row.getLong(2), statements);
      }
    }
  }

  private static @Nullable Long statements(Statement statement) throws SQLException {
    if (number(statement, IS_COUNTED) == 0) {
      return null;
    }
    statement.execute("create extension if not exists pg_stat_statements");
    return number(statement, STATEMENTS);
  }

  private static long number(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  Cost since(Cost before) {
    return new Cost(
        walBytes - before.walBytes,
        commits - before.commits,
        statements == null || before.statements == null ? null : statements - before.statements);
  }

  /** Each of it for one of so many, by name. */
  Map<String, Object> perOne(int many) {
    Map<String, Object> each = new LinkedHashMap<>();
    each.put("statements", statements == null ? null : Figures.rounded((double) statements / many));
    each.put("commits", Figures.rounded((double) commits / many));
    each.put("wal_bytes", Figures.rounded((double) walBytes / many));
    return each;
  }
}
