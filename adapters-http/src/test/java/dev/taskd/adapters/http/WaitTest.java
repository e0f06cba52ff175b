package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.application.TaskWatch;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Verdict;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitTest {
  private final TestServer server = TestServer.start();
  private final Client client = server.client;

  @AfterEach
  void stop() {
    server.close();
  }

  private CompletableFuture<Reply> waiting(String id, String wait) throws InterruptedException {
    var looked = new CountDownLatch(1);
    server.tasks.does(looked::countDown);
    var reply =
        CompletableFuture.supplyAsync(() -> client.get("/v1/tasks/" + id + "?wait=" + wait));
    looked.await();
    return reply;
  }

  @Test
  void a_wait_is_over_as_soon_as_the_task_has_ended() throws Exception {
    String id = server.submit("working");

    var reply = waiting(id, "30s");
    server.settle(server.claim(TestServer.STEP), new Verdict.Finished("[1]"));

    assertThat(reply.get(10, TimeUnit.SECONDS).text("/state")).isEqualTo("succeeded");
  }

  @Test
  void a_wait_is_over_as_soon_as_the_client_itself_ends_the_task() throws Exception {
    String id = server.submit("approval");

    var reply = waiting(id, "1m");
    client.post("/v1/tasks/" + id + "/complete", "{\"result\":1}");

    assertThat(reply.get(10, TimeUnit.SECONDS).text("/state")).isEqualTo("succeeded");
  }

  @Test
  void a_wait_that_is_over_answers_the_task_as_it_is() {
    String id = server.submit("working");

    assertThat(client.get("/v1/tasks/" + id + "?wait=50ms").text("/state")).isEqualTo("pending");
    assertThat(client.get("/v1/tasks/" + id + "?wait=0s").text("/state")).isEqualTo("pending");
  }

  @Test
  void the_end_of_the_watch_answers_whoever_waits() throws Exception {
    String id = server.submit("working");

    var reply = waiting(id, "999999999h");
    server.watch.close();

    assertThat(reply.get(10, TimeUnit.SECONDS).text("/state")).isEqualTo("pending");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10",
        "10S",
        "1.5s",
        "-1s",
        "%2B1s",
        "1s%20",
        "PT1S",
        "9999999999s",
        "s",
        "1d",
        "1%D9%A3s"
      })
  void a_wait_that_is_no_duration_is_refused(String wait) {
    Reply refused = client.get("/v1/tasks/" + server.submit("working") + "?wait=" + wait);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/errors/0/parameter")).isEqualTo("wait");
  }

  @Test
  void whoever_finds_all_places_taken_is_answered_at_once() throws Exception {
    TaskId id = TaskId.parse(server.submit("working"));
    Waiters waiters = new Waiters(new TaskWatch(server.tasks), server.store, 1);
    var looked = new CountDownLatch(1);
    server.tasks.does(looked::countDown);
    Thread first = Thread.startVirtualThread(() -> await(waiters, id));
    looked.await();

    long start = System.nanoTime();
    waiters.await(id, Duration.ofSeconds(60));

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    first.interrupt();
    first.join();
    var lookedAgain = new CountDownLatch(1);
    server.tasks.does(lookedAgain::countDown);
    waiters.await(id, Duration.ofMillis(1));
    assertThat(lookedAgain.await(0, TimeUnit.SECONDS)).isTrue();
  }

  private static void await(Waiters waiters, TaskId id) {
    try {
      waiters.await(id, Duration.ofSeconds(60));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
