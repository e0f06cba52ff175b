package dev.taskd.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node with nothing to do does not wait for those who only wait for it. */
class IdleStopTest {
  private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

  @TempDir Path dir;

  @Test
  void node_ends_at_once_though_connections_are_open_and_a_client_waits_for_a_task()
      throws Exception {
    try (DistantServer server =
            new DistantServer(dir.resolve("postgres"), dir.resolve("binaries"));
        TaskdProcess taskd = TaskdProcess.start(TestApplication.class, dir, server.environment());
        Client keptAlive = new Client(taskd.url());
        Client waiting = new Client(taskd.url());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String task = keptAlive.submit("{\"type\":\"approval\"}");
      Callable<HttpResponse<String>> wait = () -> waiting.get("/v1/tasks/" + task + "?wait=30s");
      Future<HttpResponse<String>> answer = threads.submit(wait);
      assertThat(waiting.get("/healthz").statusCode()).isEqualTo(200);

      long began = System.nanoTime();
      assertThat(taskd.terminate().exitCode()).isZero();

      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LONGEST_STOP);
      assertThat(answer.get(1, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      assertThat(server.ask("select count(*) from taskd.node")).isEqualTo("0");
      assertThat(
              server.ask("select count(*) from pg_stat_activity where application_name ^@ 'taskd'"))
          .isEqualTo("0");
    }
  }
}
