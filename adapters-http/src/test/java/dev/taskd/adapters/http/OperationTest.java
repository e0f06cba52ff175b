package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.application.safego.Next;
import dev.taskd.application.safego.Pulse;
import dev.taskd.application.safego.SafeGo;
import dev.taskd.application.safego.TaskGroup;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.StoreException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperationTest {
  private final TestServer server = TestServer.start();
  private final Client client = server.client;

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void stats_count_jobs_queues_and_what_nobody_handles() {
    server.store.add(List.of(NewJob.of(new Topic("nobody"), "{}", 5)));
    server.store.pause(TestServer.MAILS);
    server.topics.turn();

    Reply stats = client.get("/v1/stats");

    assertThat(stats.body())
        .isEqualTo(
            "{\"jobs\":{\"pending\":1,\"running\":0,\"waiting\":0,\"done\":0,\"dead\":0,"
                + "\"cancelled\":0},\"pool\":{\"claimed\":0,\"succeeded\":0,\"retried\":0,"
                + "\"buried\":0,\"panicked\":0,\"stale\":0,\"escaped\":0,\"abandoned\":0},\"queues\":{"
                + "\"default\":{\"concurrency\":16,\"busy\":0,\"waiting\":0,\"paused\":false},"
                + "\"mails\":{\"concurrency\":2,\"busy\":0,\"waiting\":0,\"paused\":true}},"
                + "\"unhandled\":{\"nobody\":1},\"housekeeping\":{\"retention\":null,"
                + "\"removed_tasks\":0,\"removed_jobs\":0,\"vacuum\":null,\"errors\":0}}");
  }

  @Test
  void stats_show_what_the_janitor_has_done() {
    server.store.complete(TaskId.parse(server.submit("approval")), "1");
    for (int turn = 0; turn < 4; turn++) {
      server.janitor.turn();
    }

    Reply stats = client.get("/v1/stats");

    assertThat(stats.text("/housekeeping/removed_tasks")).isEqualTo("1");
    assertThat(stats.text("/housekeeping/retention/last_run")).endsWith("Z");
  }

  @Test
  void health_goes_red_when_a_loop_has_stopped_turning() throws Exception {
    TaskGroup group = new TaskGroup(server.health::witness);
    Pulse loop = SafeGo.keep(group, "dispatcher", () -> Next.END);
    group.await(Duration.ofSeconds(5));

    Reply before = client.get("/healthz");
    server.health.watch(loop, Duration.ZERO);
    Reply after = client.get("/healthz");

    assertThat(before.body()).isEqualTo("{\"status\":\"ok\"}");
    assertThat(after.status()).isEqualTo(503);
    assertThat(after.code()).isEqualTo("unhealthy");
    assertThat(after.text("/ailments/0")).startsWith("dispatcher has not turned");
  }

  @Test
  void readiness_says_what_is_in_the_way() {
    Reply ready = client.get("/readyz");
    server
        .health
        .outage()
        .begun(new StoreException.Unavailable("lost", new IllegalStateException()));
    Reply away = client.get("/readyz");
    server.health.ready(false);
    Reply notReady = client.get("/readyz");

    assertThat(ready.status()).isEqualTo(200);
    assertThat(away.status()).isEqualTo(503);
    assertThat(away.text("/obstacles/0")).isEqualTo("the store is away");
    assertThat(notReady.code()).isEqualTo("not_ready");
    assertThat(notReady.text("/obstacles/0")).isEqualTo("starting or shutting down");
  }

  @Test
  void answers_are_neither_guessed_at_nor_kept() {
    for (String path : List.of("/v1/tasks", "/v1/stats", "/healthz", "/openapi.yaml", "/none")) {
      Reply answer = client.get(path);

      assertThat(answer.header("X-Content-Type-Options")).as(path).isEqualTo("nosniff");
      assertThat(answer.header("Cache-Control")).as(path).isEqualTo("no-store");
      assertThat(answer.headers().firstValue("Server")).as(path).isEmpty();
    }
  }
}
