package dev.taskd.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** The whole of it, in processes of their own, on an embedded PostgreSQL. */
@Execution(ExecutionMode.CONCURRENT)
class EndToEndTest {
  @TempDir Path dir;

  private record Call(String key, String body) {}

  @Test
  void task_is_worked_told_of_and_kept_over_a_restart() throws Exception {
    BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
    HttpServer receiver = receiver(calls);
    Map<String, String> environment =
        Map.of(
            "TASKD_WEBHOOK_URL",
            "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook",
            "TASKD_WEBHOOK_ALLOW_PRIVATE_TARGETS",
            "true");
    String id;
    String input = "{\"hello\": [1.0, 12345678901234567890, \"\\u0000é\"]}";

    try (TaskdProcess taskd = TaskdProcess.start(Main.class, dir, environment);
        Client client = new Client(taskd.url())) {
      id = client.submit("echo", input);
      String body = client.get("/v1/tasks/" + id + "?wait=30s").body();

      assertThat(body).contains("\"state\":\"succeeded\"", "\"result\":" + input);
      assertThat(List.of(next(calls), next(calls)))
          .extracting(Call::key)
          .containsExactlyInAnyOrder("task.created:" + id, "task.completed:" + id);
      assertThat(taskd.terminate().exitCode()).isZero();
      assertThat(taskd.output())
          .containsSubsequence("shutting down", "worker stopped", "stopped")
          .doesNotContain("WARNING");
    }

    try (TaskdProcess taskd = TaskdProcess.start(Main.class, dir, environment);
        Client client = new Client(taskd.url())) {
      assertThat(client.json("/v1/tasks/" + id).get("state").asString()).isEqualTo("succeeded");
      assertThat(client.json("/v1/stats").at("/jobs/done").asInt()).isEqualTo(3);
    } finally {
      receiver.stop(0);
    }
  }

  @Test
  void panicking_task_fails_after_its_limit_and_others_succeed() throws Exception {
    try (TaskdProcess taskd =
            TaskdProcess.start(
                TestApplication.class,
                dir,
                Map.of("TASKD_WORKER_BACKOFF_BASE", "10ms", "TASKD_WORKER_MAX_ATTEMPTS", "3"));
        Client client = new Client(taskd.url())) {
      List<String> bad =
          List.of(
              client.submit("panic", "\"null\""),
              client.submit("panic", "\"stack\""),
              client.submit("panic", "\"error\""));
      String good = client.submit("echo", "1");

      for (String id : bad) {
        JsonNode task = client.ended(id);
        assertThat(task.get("state").asString()).isEqualTo("failed");
        assertThat(task.at("/error/kind").asString()).isEqualTo("panic");
        assertThat(task.get("attempts").asInt()).isEqualTo(3);
      }
      assertThat(client.ended(good).get("state").asString()).isEqualTo("succeeded");
      assertThat(client.json("/v1/stats").at("/pool/panicked").asInt()).isEqualTo(9);
      assertThat(client.get("/healthz").statusCode()).isEqualTo(200);
      assertThat(taskd.output()).contains("NullPointerException", "StackOverflowError");
      assertThat(taskd.awaitLine("job is dead: java.lang.NullPointerException"))
          .contains(" topic=\"step.panic\" ", " kind=\"panic\"");
      assertThat(taskd.awaitLine("job failed: ")).containsPattern(" again_in=\"[0-9]+ms\"");
      assertThat(taskd.output().lines()).noneMatch(line -> line.endsWith(" "));
    }
  }

  @Test
  void signal_lets_a_running_job_finish() throws Exception {
    String id;
    try (TaskdProcess taskd = TaskdProcess.start(TestApplication.class, dir, Map.of());
        Client client = new Client(taskd.url())) {
      id = client.submit("sleep", "2000");
      taskd.awaitLine("sleeping");

      assertThat(taskd.terminate().exitCode()).isZero();

      assertThat(taskd.output())
          .containsSubsequence(
              "shutting down cause=",
              "by_signal=\"true\"",
              "worker stopped claimed=\"1\"",
              "stopped");
    }
    try (TaskdProcess taskd = TaskdProcess.start(Main.class, dir, Map.of());
        Client client = new Client(taskd.url())) {
      JsonNode task = client.json("/v1/tasks/" + id);
      assertThat(task.get("state").asString()).isEqualTo("succeeded");
      assertThat(task.get("attempts").asInt()).isEqualTo(1);

      long began = System.nanoTime();
      assertThat(taskd.terminate().exitCode()).isZero();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void handler_that_never_returns_is_cut_off_named_and_runs_again() throws Exception {
    String id;
    try (TaskdProcess taskd =
            TaskdProcess.start(
                TestApplication.class, dir, Map.of("TASKD_SHUTDOWN_DRAIN_TIMEOUT", "500ms"));
        Client client = new Client(taskd.url())) {
      id = client.submit("stuck", "1");
      taskd.awaitLine("stuck attempt=1");

      assertThat(taskd.terminate().exitCode()).isEqualTo(ExitCode.CUT_OFF);

      assertThat(taskd.awaitLine("cut off")).contains("topic=\"step.stuck\"");
    }
    try (TaskdProcess taskd = TaskdProcess.start(TestApplication.class, dir, Map.of());
        Client client = new Client(taskd.url())) {
      taskd.awaitLine("stuck attempt=2");
      String job = client.json("/v1/jobs?topic=step.stuck").at("/jobs/0/id").asString();
      assertThat(client.json("/v1/jobs/" + job).get("max_attempts").asInt()).isEqualTo(6);
      assertThat(client.json("/v1/jobs/" + job).get("crashes").asInt()).isZero();
      assertThat(client.json("/v1/tasks/" + id).get("state").asString()).isEqualTo("running");
    }
  }

  @Test
  void killed_process_leaves_no_server_and_its_job_runs_again_at_the_next_start() throws Exception {
    String id;
    try (TaskdProcess taskd = TaskdProcess.start(TestApplication.class, dir, Map.of());
        Client client = new Client(taskd.url())) {
      id = client.submit("sleep", "1500");
      taskd.awaitLine("sleeping attempt=1");
      taskd.kill();
    }
    try (TaskdProcess taskd = TaskdProcess.start(TestApplication.class, dir, Map.of());
        Client client = new Client(taskd.url())) {
      taskd.awaitLine("took over from a lost node");
      JsonNode task = client.ended(id);
      assertThat(task.get("state").asString()).isEqualTo("succeeded");
      assertThat(task.get("attempts").asInt()).isEqualTo(2);
      assertThat(client.get("/v1/tasks/" + id + "/timeline").body()).contains("worker_lost");
    }
  }

  @Test
  void directory_and_port_in_use_are_refused_with_a_clear_line() throws Exception {
    try (TaskdProcess first = TaskdProcess.start(Main.class, dir, Map.of())) {
      first.url();
      try (TaskdProcess second = TaskdProcess.start(Main.class, dir, Map.of())) {
        assertThat(second.exitCode()).isEqualTo(ExitCode.DATABASE);
        assertThat(second.count(" ERROR ")).isEqualTo(1);
        assertThat(second.awaitLine(" ERROR "))
            .contains("taskd cannot go on: data directory " + dir.resolve("data"))
            .endsWith(" exit_code=\"69\"");
      }
    }
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        TaskdProcess third =
            TaskdProcess.start(
                Main.class,
                dir,
                Map.of("TASKD_HTTP_PORT", Integer.toString(taken.getLocalPort())))) {
      assertThat(third.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
      assertThat(third.count("Address already in use")).isEqualTo(1);
      assertThat(third.awaitLine(" ERROR "))
          .contains("http.port (TASKD_HTTP_PORT): " + taken.getLocalPort() + " cannot be")
          .endsWith(" exit_code=\"78\"");
      assertThat(third.output()).doesNotContain("embedded PostgreSQL");
    }
  }

  @Test
  void death_of_the_embedded_server_is_told_and_does_not_hold_up_the_stop() throws Exception {
    try (TaskdProcess taskd = TaskdProcess.start(Main.class, dir, Map.of());
        Client client = new Client(taskd.url())) {
      assertThat(client.get("/healthz").statusCode()).isEqualTo(200);

      Path pid = dir.resolve("data/cluster/postmaster.pid");
      ProcessHandle server =
          ProcessHandle.of(Long.parseLong(Files.readAllLines(pid).getFirst())).orElseThrow();
      server.destroyForcibly();
      taskd.awaitLine("this node is not well: the embedded PostgreSQL has ended");

      HttpResponse<String> health = client.get("/healthz");
      assertThat(health.statusCode()).isEqualTo(503);
      assertThat(health.body()).contains("postgres.log", "restart taskd");
      assertThat(taskd.terminate().exitCode()).isZero();
    }
    try (TaskdProcess taskd = TaskdProcess.start(Main.class, dir, Map.of());
        Client client = new Client(taskd.url())) {
      assertThat(client.ended(client.submit("echo", "1")).get("state").asString())
          .isEqualTo("succeeded");
    }
  }

  @Test
  void client_cannot_write_into_the_log() throws Exception {
    try (TaskdProcess taskd =
        TaskdProcess.start(Main.class, dir, Map.of("TASKD_STORAGE", "memory"))) {
      int port = URI.create(taskd.url()).getPort();
      for (String request :
          List.of(
              "GET / HTTP/1.1\r\nHost: a\r\nHost: TOPSECRET\r\n\r\n",
              "CONNECT /TOPSECRET HTTP/1.1\r\nHost: a\r\n\r\n",
              "GET / HTTP/1.1\r\nHost: TOPSECRET:x:y\r\n\r\n",
              "TOPSECRET\r\n\r\n",
              "GET / HTTP/1.1\r\nHost: a\r\nTOPSECRET : x\r\n\r\n",
              "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: TOPSECRET\r\n\r\n")) {
        assertThat(answer(port, request)).as(request).startsWith("HTTP/1.1 4");
      }

      assertThat(taskd.terminate().exitCode()).isZero();
      assertThat(taskd.output()).doesNotContain("TOPSECRET", " WARN ", " ERROR ");
    }
  }

  private static String answer(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
          .readLine();
    }
  }

  @Test
  void every_fault_of_the_configuration_is_told_at_once() throws Exception {
    try (TaskdProcess taskd =
        TaskdProcess.start(
            Main.class,
            dir,
            Map.of(
                "TASKD_WORKER_BACTH", "1", "TASKD_WORKER_BATCH", "1", "TASKD_STORAGE", "disk"))) {
      assertThat(taskd.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
      assertThat(taskd.output()).contains("TASKD_WORKER_BACTH", "worker.batch", "disk");
    }
  }

  @Test
  void signal_at_any_moment_of_the_start_ends_it_cleanly() throws Exception {
    for (int millis = 100; millis <= 2100; millis += 400) {
      try (TaskdProcess taskd = TaskdProcess.start(Main.class, dir, Map.of())) {
        taskd.process().waitFor(millis, TimeUnit.MILLISECONDS);
        int code = taskd.terminate().exitCode();

        // 143 is the JVM's own answer, before there is anything to end.
        assertThat(code).as("after %d ms:\n%s", millis, taskd.output()).isIn(0, 143);
        assertThat(taskd.output()).doesNotContain("Exception");
      }
    }
    try (TaskdProcess taskd = TaskdProcess.start(Main.class, dir, Map.of())) {
      assertThat(taskd.url()).isNotBlank();
      assertThat(taskd.output()).doesNotContain("took over");
    }
  }

  private static Call next(BlockingQueue<Call> calls) throws InterruptedException {
    Call call = calls.poll(30, TimeUnit.SECONDS);
    assertThat(call).as("a webhook").isNotNull();
    return call;
  }

  private static HttpServer receiver(BlockingQueue<Call> calls) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/hook",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          calls.add(new Call(exchange.getRequestHeaders().getFirst("X-Idempotency-Key"), body));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    return server;
  }
}
