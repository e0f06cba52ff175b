package dev.taskd.bootstrap;

import dev.taskd.postgres.embedded.EmbeddedPostgres;
import dev.taskd.testkit.TcpProxy;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * A PostgreSQL that is not the node's own, and an address of it that stays when it is restarted.
 */
final class DistantServer implements AutoCloseable {
  private final Path data;
  private final Path binaries;
  private final TcpProxy proxy;
  private EmbeddedPostgres postgres;

  DistantServer(Path data, Path binaries) throws InterruptedException {
    this.data = data;
    this.binaries = binaries;
    postgres = new EmbeddedPostgres(data, binaries).start();
    proxy = new TcpProxy("127.0.0.1", port());
  }

  private int port() {
    return URI.create(postgres.jdbcUrl().substring("jdbc:".length())).getPort();
  }

  /** What a node has to be told to use it. */
  Map<String, String> environment() {
    return Map.of(
        "TASKD_STORAGE",
        "postgres",
        "TASKD_POSTGRES_URL",
        "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/postgres",
        "TASKD_POSTGRES_USER",
        postgres.user(),
        "TASKD_POSTGRES_PASSWORD",
        postgres.password());
  }

  boolean isAlive() {
    return postgres.isAlive();
  }

  void restart() throws InterruptedException {
    postgres.close();
    postgres = new EmbeddedPostgres(data, binaries).start();
    proxy.leadTo(port());
  }

  /** The first value of an answer. */
  String ask(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getString(1) : "";
    }
  }

  @Override
  public void close() {
    proxy.close();
    postgres.close();
  }
}
