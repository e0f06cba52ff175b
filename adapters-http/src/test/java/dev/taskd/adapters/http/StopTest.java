package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StopTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final TestServer server = TestServer.start();
  private final Client client = server.client;
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch leave = new CountDownLatch(1);

  @AfterEach
  void stop() {
    leave.countDown();
    server.close();
  }

  private void waitInside() {
    entered.countDown();
    try {
      leave.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Duration timeOf(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void idle_connections_do_not_hold_the_stop() throws IOException {
    client.get("/healthz");
    try (Socket silent = client.connect();
        Socket begun = client.connect();
        Socket idle = client.connect()) {
      write(begun, "GET /heal");
      write(idle, client.head("GET", "/healthz") + "\r\n");
      idle.getInputStream().read();

      Duration took = timeOf(() -> assertThat(server.http.stop(LONG)).isTrue());

      assertThat(took).isLessThan(Duration.ofSeconds(5));
      assertThat(silent.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void a_request_in_hand_is_finished() throws Exception {
    server.tasks.does(this::waitInside);
    var reply = CompletableFuture.supplyAsync(() -> client.get("/v1/tasks"));
    entered.await();

    var stopped = CompletableFuture.supplyAsync(() -> server.http.stop(LONG));
    awaitRefusal();
    assertThat(stopped).isNotDone();
    leave.countDown();

    assertThat(reply.get(10, TimeUnit.SECONDS).status()).isEqualTo(200);
    assertThat(stopped.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void a_body_that_is_still_arriving_is_taken() throws Exception {
    String body = "{\"type\":\"approval\"}";
    try (Socket socket = client.connect()) {
      write(
          socket,
          client.head("POST", "/v1/tasks")
              + "Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n");
      socket.getInputStream().readNBytes("HTTP/1.1 100 Continue\r\n\r\n".length());

      var stopped = CompletableFuture.supplyAsync(() -> server.http.stop(LONG));
      awaitRefusal();
      write(socket, body);
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 201 ").contains("\r\nConnection: close\r\n");
      assertThat(stopped.get(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void a_request_that_never_ends_is_cut_off() throws Exception {
    server.tasks.does(this::waitInside);
    var reply = CompletableFuture.supplyAsync(() -> client.get("/v1/tasks"));
    entered.await();

    boolean finished = server.http.stop(Duration.ofMillis(200));

    assertThat(finished).isFalse();
    leave.countDown();
    assertThat(reply.handle((answer, error) -> error == null ? answer.status() : 0).get())
        .isIn(0, 200, 503);
  }

  @Test
  void no_thread_is_left() throws InterruptedException {
    client.get("/healthz");

    server.http.stop(LONG);

    for (Thread thread : threadsOfServers()) {
      thread.join(LONG);
    }
    assertThat(threadsOfServers()).isEmpty();
  }

  private static List<Thread> threadsOfServers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(
            thread ->
                thread.getName().startsWith("http-")
                    || thread.getName().startsWith("Connector-Scheduler"))
        .toList();
  }

  /** Waits until new connections are refused. */
  private void awaitRefusal() throws InterruptedException, IOException {
    while (isAccepted()) {
      Thread.sleep(10);
    }
  }

  private boolean isAccepted() throws IOException {
    try (Socket socket = client.connect()) {
      return socket.isConnected();
    } catch (ConnectException refused) {
      return false;
    }
  }
}
