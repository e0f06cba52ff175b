package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no well-behaved client sends. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestsTest {
  private final TestServer server = TestServer.start();
  private final Client client = server.client;

  @AfterAll
  void stop() {
    server.close();
  }

  private static void assertIsProblem(String answer, int status, String code) {
    assertThat(answer)
        .startsWith("HTTP/1.1 " + status + " ")
        .contains("\r\nContent-Type: application/problem+json\r\n")
        .contains("\r\nX-Content-Type-Options: nosniff\r\n")
        .contains("\r\nCache-Control: no-store\r\n")
        .contains("\"code\":\"" + code + "\"")
        .doesNotContain("Jetty", "Javalin", "<");
  }

  @ParameterizedTest
  @CsvSource({
    "OPTIONS, /v1/tasks, 'GET, POST, HEAD'",
    "TRACE, /v1/tasks, 'GET, POST, HEAD'",
    "BREW, /v1/tasks, 'GET, POST, HEAD'",
    "get, /v1/tasks, 'GET, POST, HEAD'",
    "DELETE, /v1/tasks/01890a5d-ac96-774b-bcce-b302099a8057, 'GET, HEAD'",
    "PUT, /healthz, 'GET, HEAD'",
    "GET, /v1/admin/jobs/7/retry, POST",
    "PATCH, /v1/tasks/01890a5d-ac96-774b-bcce-b302099a8057/cancel, POST"
  })
  void a_method_that_the_path_does_not_know_is_refused(String method, String path, String allowed)
      throws IOException {
    String answer = client.raw(method, path);

    assertIsProblem(answer, 405, "method_not_allowed");
    assertThat(answer).contains("\r\nAllow: " + allowed + "\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"BEFORE", "AFTER", "BEFORE_MATCHED", "WEBSOCKET_BEFORE_UPGRADE"})
  void a_method_that_means_something_to_the_library_is_refused(String method) throws IOException {
    assertIsProblem(client.raw(method, "/v1/tasks"), 501, "not_implemented");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "/v1/tasks", "127.0.0.1:80"})
  void connect_is_answered_and_the_connection_closed(String target) throws IOException {
    try (Socket socket = client.connect()) {
      socket.setSoTimeout(10_000);
      socket
          .getOutputStream()
          .write(
              ("CONNECT " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                  .getBytes(StandardCharsets.ISO_8859_1));

      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 4")
          .contains("\"code\":");
    }
  }

  @Test
  void a_method_is_not_overridden_by_a_header() throws IOException {
    assertIsProblem(
        client.raw("GET", "/v1/tasks", "X-HTTP-Method-Override: POST"), 400, "malformed_request");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/v1",
        "/v1/",
        "/v1/tasks/",
        "/V1/tasks",
        "/v1/task",
        "/healthz/",
        "/metrics",
        "/v1/webhooks",
        "/v1/results/x",
        "/v1/admin/servers",
        "/v1/admin/queues/default",
        "/v1/jobs/../jobs",
        "/./healthz",
        "/v1/tasks;x=1",
        "/healthz;x",
        "/%68ealthz"
      })
  void a_path_of_nothing_is_not_found(String path) throws IOException {
    assertIsProblem(client.raw("GET", path), 404, "not_found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/v1/jobs/%ZZ", "/v1/jobs/..%2f7", "/v1//jobs", "//", "/a%00", "/#x", "/..", "x"})
  void a_path_that_is_none_is_refused(String path) throws IOException {
    assertIsProblem(client.raw("GET", path), 400, "malformed_request");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GARBAGE\r\n\r\n",
        "\u0016\u0003\u0001\u0002\u0000\r\n\r\n",
        "GET /healthz HTTP/1.1\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: x y\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: x\r\nA: \u0000\r\n\r\n",
        "POST /v1/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "POST /v1/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
        "POST /v1/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked"
            + "\r\n\r\n0\r\n\r\n",
        "POST /v1/tasks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
      })
  void what_is_not_http_is_refused(String text) throws IOException {
    try (Socket socket = client.connect()) {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.shutdownOutput();
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertIsProblem(answer, 400, "malformed_request");
    }
  }

  @Test
  void a_chunk_that_is_none_is_refused() throws IOException {
    String answer =
        client.raw(
            client.head("POST", "/v1/tasks")
                + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n");

    assertIsProblem(answer, 400, "malformed_request");
  }

  @Test
  void what_is_too_long_is_refused() throws IOException {
    String long20k = "x".repeat(20_000);

    assertIsProblem(client.raw("GET", "/" + long20k), 414, "uri_too_long");
    assertIsProblem(client.raw("GET", "/healthz", "A: " + long20k), 431, "headers_too_large");
  }

  @Test
  void another_version_of_http_is_refused() throws IOException {
    assertIsProblem(
        client.raw("GET /healthz HTTP/3.7\r\nHost: x\r\n\r\n"), 505, "http_version_not_supported");
  }

  @Test
  void head_is_get_without_the_body_and_the_connection_stays_in_step() throws IOException {
    String id = server.submit("approval");
    List<String> targets =
        List.of(
            "HEAD /v1/tasks/" + id,
            "GET /v1/tasks/" + id,
            "OPTIONS *",
            "HEAD /v1/jobs/7",
            "GET /v1/jobs/7",
            "DELETE /v1/tasks/" + id,
            "TRACE /healthz",
            "PUT /nowhere",
            "BREW /v1/tasks",
            "GET /healthz");

    List<String> answers = new ArrayList<>();
    try (Socket socket = client.connect();
        var in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      for (String target : targets) {
        String[] parts = target.split(" ", 2);
        socket
            .getOutputStream()
            .write((client.head(parts[0], parts[1]) + "\r\n").getBytes(StandardCharsets.UTF_8));
        answers.add(answer(in, parts[0].equals("HEAD")));
      }
    }

    assertThat(answers)
        .extracting(answer -> answer.substring(9, 12))
        .containsExactly("200", "200", "404", "404", "404", "405", "405", "404", "405", "200");
    assertThat(header(answers.get(0), "Content-Length"))
        .isEqualTo(header(answers.get(1), "Content-Length"));
    assertThat(answers.get(1)).contains("\"id\":\"" + id + "\"");
    assertThat(answers.get(9)).endsWith("{\"status\":\"ok\"}");
  }

  private static String answer(BufferedReader in, boolean withoutBody) throws IOException {
    StringBuilder answer = new StringBuilder();
    for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
      answer.append(line).append('\n');
    }
    int length = withoutBody ? 0 : Integer.parseInt(header(answer.toString(), "Content-Length"));
    for (int i = 0; i < length; i++) {
      answer.append((char) in.read());
    }
    return answer.toString();
  }

  private static String header(String answer, String name) {
    return answer
        .lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT)))
        .map(line -> line.substring(name.length() + 2))
        .findFirst()
        .orElse("");
  }

  @Test
  void no_page_of_another_site_is_allowed_anything() {
    Reply reply = client.get("/v1/tasks", "Accept", "text/html", "Origin", "http://localhost:1");

    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.headers().map().keySet())
        .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"));
  }
}
