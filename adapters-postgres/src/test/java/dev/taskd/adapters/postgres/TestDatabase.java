package dev.taskd.adapters.postgres;

import dev.taskd.testkit.TcpProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database of its own for one test class. Its sessions run in a time zone that is neither the
 * JVM's nor UTC.
 */
final class TestDatabase implements AutoCloseable {
  private static final String ZONE = "set time zone 'Asia/Kathmandu'";

  private final TestServer server;
  private final String name;

  private TestDatabase(TestServer server, String name) {
    this.server = server;
    this.name = name;
  }

  /** An empty one, without the schema. */
  static TestDatabase create() {
    return create("");
  }

  /**
   * An empty one, without the schema.
   *
   * @param options of its creation, in SQL
   */
  static TestDatabase create(String options) {
    String name = "t_" + UUID.randomUUID().toString().replace('-', '_');
    TestDatabase database = new TestDatabase(TestServer.get(), name);
    database.atServer("create database " + name + " " + options);
    database.atServer("alter database " + name + " set synchronous_commit = off");
    return database;
  }

  PostgresSettings settings() {
    String url = server.url().replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1");
    return PostgresSettings.of(url, server.user(), server.password());
  }

  /** A way to its server that can be disturbed. */
  TcpProxy proxy() {
    PGSimpleDataSource direct = new PGSimpleDataSource();
    direct.setURL(server.url());
    return new TcpProxy(direct.getServerNames()[0], direct.getPortNumbers()[0]);
  }

  /** The settings, by such a way. */
  PostgresSettings settings(TcpProxy proxy) {
    PostgresSettings direct = settings();
    String url = direct.url().replaceFirst("//[^/]*/", "//127.0.0.1:" + proxy.port() + "/");
    return PostgresSettings.of(url, direct.user(), direct.password());
  }

  Database open() {
    return open(settings());
  }

  Database open(PostgresSettings settings) {
    return Database.open(settings, ZONE);
  }

  Connection connect() throws SQLException {
    PostgresSettings settings = settings();
    Connection connection =
        DriverManager.getConnection(settings.url(), settings.user(), settings.password());
    connection.setSchema(Schema.NAME);
    return connection;
  }

  /** Runs statements on a connection of its own; the first column of what they return. */
  List<String> ask(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      List<String> answers = new ArrayList<>();
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            answers.add(rows.getString(1));
          }
        }
      }
      return answers;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** A new role of the server, which can log in and has no rights; to be dropped. */
  String role(String password) {
    String role = "r_" + UUID.randomUUID().toString().replace('-', '_');
    atServer("create role %s login password '%s'".formatted(role, password));
    return role;
  }

  /** Removes all rows; of so few, faster than to truncate. */
  void empty() {
    ask(
        """
        delete from node; delete from job; delete from ready; delete from lease; delete from dead;
        delete from finished; delete from failure; delete from task; delete from timeline;
        delete from paused_queue; update housekeeping set swept_at = '-infinity', claims = 0
        """);
  }

  private void atServer(String sql) {
    try (Connection connection =
            DriverManager.getConnection(server.url(), server.user(), server.password());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  @Override
  public void close() {
    atServer("drop database " + name + " with (force)");
  }
}
