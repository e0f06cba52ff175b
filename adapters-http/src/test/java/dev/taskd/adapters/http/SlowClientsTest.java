package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.adapters.http.HttpSettings.Patience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * How long a client may take. What is not bounded in a test has five times the client's patience.
 */
class SlowClientsTest {
  private static final Duration SHORT = Duration.ofMillis(700);
  private static final int LARGE = 1_900_000;
  private static final Duration LONG = Duration.ofMinutes(5);

  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private static TestServer server(Patience patience) {
    return new TestServer(
        new HttpSettings("127.0.0.1", 0, 2_000_000, List.of(), List.of(), patience));
  }

  private Socket open(TestServer server, String text) throws IOException {
    Socket socket = server.client.connect();
    sockets.add(socket);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  private static String withBody(TestServer server, int length) {
    return server.client.head("POST", "/v1/tasks")
        + "Content-Type: application/json\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  private static void keepLarge(TestServer server, int count) {
    for (int i = 0; i < count; i++) {
      server.keep("\"" + "x".repeat(LARGE) + "\"");
    }
  }

  @Test
  void a_hundred_and_fifty_slow_clients_hold_nobody_up() throws IOException {
    try (TestServer server = server(new Patience(LONG, LONG, LONG, 1_000))) {
      keepLarge(server, 2);
      for (int i = 0; i < 50; i++) {
        open(server, "GET /healthz HT");
        open(server, withBody(server, 1_000_000) + "{");
        open(server, server.client.head("GET", "/v1/tasks") + "\r\n");
      }

      Reply health = server.client.get("/healthz");
      Reply created = server.client.post("/v1/tasks", "{\"type\":\"approval\"}");

      assertThat(health.status()).isEqualTo(200);
      assertThat(created.status()).isEqualTo(201);
      server.http.stop(Duration.ZERO);
    }
  }

  @Test
  void a_header_that_comes_byte_by_byte_is_cut_off() throws Exception {
    try (TestServer server = server(new Patience(SHORT, LONG, LONG, 100))) {
      Socket socket = open(server, "GET /healthz HTTP/1.1\r\nHost: ");

      assertThat(isCutOffWhileSending(socket)).isTrue();
    }
  }

  @Test
  void a_second_header_that_comes_byte_by_byte_is_cut_off() throws Exception {
    try (TestServer server = server(new Patience(SHORT, LONG, LONG, 100))) {
      Socket socket = open(server, server.client.head("GET", "/healthz") + "\r\n");
      socket.getInputStream().read();

      assertThat(isCutOffWhileSending(socket)).isTrue();
    }
  }

  @Test
  void a_body_that_comes_byte_by_byte_is_answered_with_408() throws Exception {
    try (TestServer server = server(new Patience(LONG, SHORT, LONG, 100))) {
      Socket socket = open(server, withBody(server, 1_000_000));
      var answer = CompletableFuture.supplyAsync(() -> readAll(socket));

      isCutOffWhileSending(socket);

      assertThat(answer.get()).startsWith("HTTP/1.1 408 ").contains("\"request_timeout\"");
    }
  }

  @Test
  void a_body_that_stops_is_answered_with_408() throws Exception {
    try (TestServer server = server(new Patience(LONG, LONG, SHORT, 100))) {
      Socket socket = open(server, withBody(server, 1_000_000) + "{");

      assertThat(readAll(socket)).startsWith("HTTP/1.1 408 ").contains("\"request_timeout\"");
    }
  }

  @Test
  void a_connection_on_which_nothing_moves_is_closed() throws Exception {
    try (TestServer server = server(new Patience(LONG, LONG, SHORT, 100))) {
      assertThat(readAll(open(server, ""))).isEmpty();
      assertThat(readAll(open(server, "GET /"))).doesNotContain("<");
    }
  }

  @Test
  void an_answer_that_is_not_taken_is_given_up() throws Exception {
    try (TestServer server = server(new Patience(LONG, LONG, SHORT, 1))) {
      keepLarge(server, 5);
      Socket untaken = open(server, server.client.head("GET", "/v1/tasks") + "\r\n");

      String next = server.client.raw("GET", "/healthz");

      assertThat(next).startsWith("HTTP/1.1 200 ");
      assertThat(readAll(untaken)).hasSizeLessThan(5 * LARGE);
    }
  }

  @Test
  void a_client_that_waits_for_its_task_is_not_idle() throws IOException {
    try (TestServer server = server(new Patience(LONG, LONG, SHORT, 100))) {
      String id = server.submit("approval");

      String answer = server.client.raw("GET", "/v1/tasks/" + id + "?wait=2s");

      assertThat(answer).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void an_idle_connection_is_not_taken_for_a_slow_one() throws Exception {
    try (TestServer server = server(new Patience(SHORT, LONG, LONG, 100))) {
      Socket socket = open(server, server.client.head("GET", "/healthz") + "\r\n");
      byte[] first = socket.getInputStream().readNBytes(15);
      Thread.sleep(SHORT.multipliedBy(2));
      socket
          .getOutputStream()
          .write(
              (server.client.head("GET", "/v1/jobs") + "Connection: close\r\n\r\n")
                  .getBytes(StandardCharsets.UTF_8));

      assertThat(new String(first, StandardCharsets.UTF_8)).isEqualTo("HTTP/1.1 200 OK");
      assertThat(readAll(socket)).contains("\"jobs\":[]");
    }
  }

  /** Sends one byte after the other; true if the server closes the connection before long. */
  private static boolean isCutOffWhileSending(Socket socket) throws InterruptedException {
    for (int i = 0; i < 1_500; i++) {
      try {
        socket.getOutputStream().write('x');
      } catch (IOException closed) {
        return true;
      }
      Thread.sleep(20);
    }
    return false;
  }

  private static String readAll(Socket socket) {
    var bytes = new ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(bytes);
    } catch (SocketException reset) {
      return bytes.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
