package dev.taskd.adapters.postgres;

import dev.taskd.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * The one database server of a test JVM: that of {@code TASKD_TEST_JDBC_URL} if set, else a
 * container where a Docker engine answers, else the embedded one.
 */
record TestServer(String url, @Nullable String user, @Nullable String password) {
  private static final class Holder {
    static final TestServer SERVER = start();
  }

  static TestServer get() {
    return Holder.SERVER;
  }

  private static TestServer start() {
    String url = System.getenv("TASKD_TEST_JDBC_URL");
    if (url != null) {
      return new TestServer(
          url, System.getenv("TASKD_TEST_JDBC_USER"), System.getenv("TASKD_TEST_JDBC_PASSWORD"));
    }
    return hasDocker() ? container() : embedded();
  }

  /** Asking Testcontainers takes half a second and logs an error where there is none. */
  private static boolean hasDocker() {
    return System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
  }

  @SuppressWarnings("resource") // it ends with the JVM
  private static TestServer container() {
    PostgreSQLContainer container =
        new PostgreSQLContainer("postgres:18-alpine")
            .withCommand("postgres", "-c", "fsync=off", "-c", "max_connections=200");
    container.start();
    return new TestServer(container.getJdbcUrl(), container.getUsername(), container.getPassword());
  }

  /** In a directory of its own, which the JVM's end removes; the programs are unpacked once. */
  @SuppressWarnings("resource") // likewise
  private static TestServer embedded() {
    try {
      Path target = Path.of("target").toAbsolutePath();
      Path data = Files.createTempDirectory(Files.createDirectories(target), "postgres-");
      EmbeddedPostgres postgres = new EmbeddedPostgres(data, target.resolve("postgres")).start();
      Runtime.getRuntime().addShutdownHook(new Thread(postgres::close));
      return new TestServer(postgres.jdbcUrl(), postgres.user(), postgres.password());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the database started", e);
    }
  }
}
