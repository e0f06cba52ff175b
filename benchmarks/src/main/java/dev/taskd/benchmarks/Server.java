package dev.taskd.benchmarks;

import dev.taskd.application.safego.SafeGo;
import dev.taskd.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The PostgreSQL that is measured on: every run has a database of its own on it. */
final class Server implements AutoCloseable {
  private final Address address;
  private final @Nullable EmbeddedPostgres embedded;
  private final @Nullable Path directory;

  private Server(Address address, @Nullable EmbeddedPostgres embedded, @Nullable Path directory) {
    this.address = address;
    this.embedded = embedded;
    this.directory = directory;
  }

  /**
   * @param url where it is, with user and password; null for an embedded one, which lasts as long
   *     as this
   */
  static Server open(@Nullable String url) throws Exception {
    return url == null
        ? embedded(Files.createTempDirectory("taskd-benchmarks"))
        : new Server(Address.of(url), null, null);
  }

  private static Server embedded(Path directory) throws Exception {
    Path data = directory.resolve("data");
    Path binaries = directory.resolve("binaries");
    try (var first = new EmbeddedPostgres(data, binaries).start();
        Connection connection = addressOf(first).connect();
        Statement statement = connection.createStatement()) {
      statement.execute("alter system set shared_preload_libraries = 'pg_stat_statements'");
    }
    EmbeddedPostgres second = new EmbeddedPostgres(data, binaries).start();
    var server = new Server(addressOf(second), second, directory);
    SafeGo.atShutdown("benchmarks-stop", server::close);
    return server;
  }

  private static Address addressOf(EmbeddedPostgres server) {
    return new Address(server.jdbcUrl(), server.user(), server.password());
  }

  /** Where it is, with user and password. */
  String url() {
    return address.urlWithCredentials();
  }

  /** A new database. */
  Scratch scratch() throws SQLException {
    return Scratch.on(address);
  }

  /** What the figures hold for. */
  Map<String, Object> environment() throws SQLException {
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("server", embedded == null ? "external" : "embedded");
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      for (String setting :
          List.of("server_version", "fsync", "synchronous_commit", "shared_buffers")) {
        try (var rows = statement.executeQuery("show " + setting)) {
          rows.next();
          environment.put(setting, rows.getString(1));
        }
      }
    }
    Runtime runtime = Runtime.getRuntime();
    environment.put("cores", runtime.availableProcessors());
    environment.put("jvm", System.getProperty("java.vm.name") + " " + Runtime.version());
    environment.put("heap_max_mib", runtime.maxMemory() >> 20);
    return environment;
  }

  @Override
  public synchronized void close() {
    if (embedded != null) {
      embedded.close();
    }
    if (directory != null && Files.exists(directory)) {
      delete(directory);
    }
  }

  private static void delete(Path root) {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
