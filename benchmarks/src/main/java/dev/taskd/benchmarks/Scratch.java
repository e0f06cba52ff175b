package dev.taskd.benchmarks;

import dev.taskd.adapters.postgres.PostgresSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;

/** A database for one run, dropped at its end. */
record Scratch(Address server, Address address, String name) implements AutoCloseable {
  static Scratch on(Address server) throws SQLException {
    String name = "taskd_benchmark_" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    execute(server, "create database " + name);
    return new Scratch(server, server.ofDatabase(name), name);
  }

  PostgresSettings settings() {
    return PostgresSettings.of(address.url(), address.user(), address.password());
  }

  Connection connect() throws SQLException {
    return address.connect();
  }

  /** Leaves it as a server has it that has been up for a while: analysed, nothing to write. */
  void settle() throws SQLException {
    execute(address, "vacuum analyze");
    if (isSuperuser()) {
      execute(address, "checkpoint");
    }
  }

  private boolean isSuperuser() throws SQLException {
    return count("select rolsuper::int from pg_roles where rolname = current_user") == 1;
  }

  /** The one number that a query returns. */
  long count(String query) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Throws unless a query returns this number: what was measured did not do its work. */
  void expect(long number, String query) throws SQLException {
    long found = count(query);
    if (found != number) {
      throw new IllegalStateException(found + " instead of " + number + ": " + query);
    }
  }

  private static void execute(Address address, String sql) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    execute(server, "drop database " + name + " with (force)");
  }
}
