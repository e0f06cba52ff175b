package dev.taskd.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A start on a PostgreSQL that runs elsewhere, or does not yet. */
class DatabaseOpeningTest {
  @TempDir static Path shared = Path.of("");
  private static EmbeddedPostgres postgres = new EmbeddedPostgres(shared);

  @TempDir Path dir = Path.of("");

  @BeforeAll
  static void startPostgres() throws Exception {
    postgres = new EmbeddedPostgres(shared).start();
  }

  @AfterAll
  static void stopPostgres() {
    postgres.close();
  }

  @Test
  void start_waits_for_a_server_that_is_not_there_yet() throws Exception {
    int port = freePort();
    try (LateServer late = new LateServer(URI.create(postgres.jdbcUrl().substring(5)).getPort());
        TaskdProcess taskd = start(late.port(), Map.of("TASKD_HTTP_PORT", "" + port));
        Client client = new Client("http://127.0.0.1:" + port)) {
      taskd.awaitLine("the database is not there yet");
      assertThat(client.get("/healthz").statusCode()).isEqualTo(200);
      assertThat(client.get("/readyz").statusCode()).isEqualTo(503);
      assertThat(client.post("/v1/tasks", "{}").body()).contains("\"store_unavailable\"");

      late.starting();
      taskd.awaitLine("SQLState 57P03");
      assertThat(client.get("/healthz").statusCode()).isEqualTo(200);
      assertThat(client.get("/readyz").statusCode()).isEqualTo(503);

      late.ready();
      taskd.url();
      assertThat(client.get("/readyz").statusCode()).isEqualTo(200);
      assertThat(client.ended(client.submit("echo", "1")).get("state").asString())
          .isEqualTo("succeeded");
    }
  }

  @Test
  void signal_ends_the_wait() throws Exception {
    try (LateServer never = new LateServer(0);
        TaskdProcess taskd = start(never.port(), Map.of())) {
      taskd.awaitLine("the database is not there yet");

      assertThat(taskd.terminate().exitCode()).isZero();
      assertThat(taskd.output()).containsSubsequence("shutting down", "stopped");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TASKD_POSTGRES_PASSWORD, TOPSECRET, this user or password is not accepted (SQLState 28P01)",
    "TASKD_POSTGRES_USER, nobody, this user or password is not accepted (SQLState 28P01)",
    "TASKD_POSTGRES_URL, /missing, there is no such database (SQLState 3D000)",
    "TASKD_POSTGRES_URL, /postgres?sslmode=require,"
        + " the server has no TLS or asks to sign on in an unknown way (SQLState 08004)"
  })
  void start_ends_at_once_where_waiting_is_in_vain(String variable, String value, String words)
      throws Exception {
    int port = URI.create(postgres.jdbcUrl().substring(5)).getPort();
    String wrong = value.startsWith("/") ? "postgresql://127.0.0.1:" + port + value : value;

    try (TaskdProcess taskd = start(port, Map.of(variable, wrong))) {
      assertThat(taskd.exitCode()).isEqualTo(ExitCode.DATABASE);
      assertThat(taskd.output())
          .contains(
              "taskd cannot go on: the database cannot be used: PostgreSQL: "
                  + words
                  + "; look at postgres.url")
          .doesNotContain("not there yet", "    at ", "TOPSECRET", postgres.password());
    }
  }

  private TaskdProcess start(int port, Map<String, String> more) {
    Map<String, String> environment = new HashMap<>();
    environment.put("TASKD_STORAGE", "postgres");
    environment.put("TASKD_POSTGRES_URL", "postgresql://127.0.0.1:" + port + "/postgres");
    environment.put("TASKD_POSTGRES_USER", postgres.user());
    environment.put("TASKD_POSTGRES_PASSWORD", postgres.password());
    environment.putAll(more);
    return TaskdProcess.start(Main.class, dir, environment);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
