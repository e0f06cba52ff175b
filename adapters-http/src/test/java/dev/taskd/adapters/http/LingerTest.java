package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.adapters.http.HttpSettings.Patience;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client that sends a body which nobody wants, and reads its answer only afterwards. */
class LingerTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  /** Less than the server ever lingers. */
  private static final Duration SOON = Duration.ofSeconds(3);

  private static final int LIMIT = 100_000;

  /** More than the buffers of both ends hold, so that the server has to read it. */
  private static final int BODY = 12 << 20;

  private static TestServer server(Duration body, String... tokens) {
    return new TestServer(
        new HttpSettings(
            "127.0.0.1",
            0,
            LIMIT,
            List.of(tokens),
            List.of(),
            new Patience(LONG, body, LONG, 100)));
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /v1/tasks, application/json, 413",
    "POST, /v1/tasks, text/plain, 415",
    "POST, /nowhere, application/json, 404",
    "PUT, /v1/tasks, application/json, 405",
    "GET, /v1/tasks, application/json, 200"
  })
  void whoever_is_refused_while_sending_gets_the_answer(
      String method, String path, String type, int status) throws IOException {
    try (TestServer server = server(LONG)) {
      assertThat(sent(server, method, path, type, "Content-Length: " + BODY, BODY))
          .startsWith("HTTP/1.1 " + status + " ");
    }
  }

  @Test
  void whoever_is_not_let_in_gets_the_answer() throws IOException {
    try (TestServer guarded = server(LONG, "secret");
        TestServer open = server(LONG)) {
      String length = "Content-Length: " + BODY;

      assertThat(sent(guarded, "POST", "/v1/tasks", "application/json", length, BODY))
          .startsWith("HTTP/1.1 401 ");
      assertThat(
              sent(
                  open,
                  "POST",
                  "/v1/tasks",
                  "application/json",
                  length + "\r\nOrigin: http://evil.example",
                  BODY))
          .startsWith("HTTP/1.1 403 ");
    }
  }

  @Test
  void a_body_that_turns_out_to_be_too_long_is_read_on() throws IOException {
    try (TestServer server = server(LONG);
        Socket socket = server.client.connect()) {
      begin(server, socket, "POST", "/v1/tasks", "application/json", "Transfer-Encoding: chunked");
      OutputStream out = socket.getOutputStream();
      byte[] chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < BODY / 0x10000; i++) {
        out.write(chunk);
      }
      out.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));

      assertThat(status(socket)).startsWith("HTTP/1.1 413 ");
    }
  }

  @Test
  void the_answer_does_not_wait_for_the_body() throws IOException {
    try (TestServer server = server(LONG);
        Socket socket = server.client.connect()) {
      begin(server, socket, "POST", "/v1/tasks", "application/json", "Content-Length: " + BODY);

      assertThat(status(socket)).startsWith("HTTP/1.1 413 ");
    }
  }

  @Test
  void a_connection_whose_rest_was_read_goes_on() throws IOException {
    try (TestServer server = server(LONG);
        Socket socket = server.client.connect()) {
      begin(server, socket, "POST", "/v1/tasks", "text/plain", "Content-Length: " + LIMIT);
      String first = status(socket);
      socket.getOutputStream().write(new byte[LIMIT]);
      begin(server, socket, "GET", "/healthz", "text/plain", "Connection: close");
      String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(first).startsWith("HTTP/1.1 415 ");
      assertThat(rest).contains("HTTP/1.1 200 ").endsWith("{\"status\":\"ok\"}");
    }
  }

  @Test
  void a_body_without_end_is_not_read_without_end() throws IOException {
    try (TestServer server = server(LONG);
        Socket socket = server.client.connect()) {
      begin(server, socket, "POST", "/v1/tasks", "application/json", "Content-Length: 99999999999");

      assertThat(bytesTaken(socket)).isLessThan(100 << 20);
    }
  }

  @Test
  void whoever_goes_silent_is_left() throws IOException {
    long began = System.nanoTime();
    try (TestServer server = server(Duration.ofMillis(300));
        Socket socket = server.client.connect()) {
      begin(server, socket, "POST", "/v1/tasks", "application/json", "Content-Length: " + BODY);

      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 413 ");
      assertThat(since(began)).isLessThan(SOON);
    }
  }

  @Test
  void whoever_waits_to_be_told_to_send_is_not_waited_for() throws IOException {
    long began = System.nanoTime();
    try (TestServer server = server(LONG);
        Socket socket = server.client.connect()) {
      String headers = "Expect: 100-continue\r\nContent-Length: " + BODY;
      begin(server, socket, "POST", "/v1/tasks", "application/json", headers);

      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 413 ");
      assertThat(since(began)).isLessThan(SOON);
    }
  }

  @Test
  void a_stop_does_not_wait_for_whoever_has_the_answer() throws IOException {
    try (TestServer server = server(LONG, "secret");
        Socket socket = server.client.connect()) {
      begin(server, socket, "POST", "/v1/tasks", "application/json", "Content-Length: " + BODY);
      assertThat(status(socket)).startsWith("HTTP/1.1 401 ");
      long began = System.nanoTime();

      assertThat(server.http.stop(LONG)).isTrue();

      assertThat(since(began)).isLessThan(SOON);
    }
  }

  private static Duration since(long began) {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  /** Sends all of it before it reads a byte. */
  private static String sent(
      TestServer server, String method, String path, String type, String headers, int length)
      throws IOException {
    try (Socket socket = server.client.connect()) {
      begin(server, socket, method, path, type, headers);
      socket.getOutputStream().write(new byte[length]);
      return status(socket);
    }
  }

  private static void begin(
      TestServer server, Socket socket, String method, String path, String type, String headers)
      throws IOException {
    String head =
        server.client.head(method, path) + "Content-Type: " + type + "\r\n" + headers + "\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
  }

  private static String status(Socket socket) throws IOException {
    return new String(socket.getInputStream().readNBytes(13), StandardCharsets.UTF_8);
  }

  private static long bytesTaken(Socket socket) throws IOException {
    byte[] piece = new byte[0x10000];
    for (long taken = 0; ; taken += piece.length) {
      try {
        socket.getOutputStream().write(piece);
      } catch (SocketException closed) {
        return taken;
      }
    }
  }
}
