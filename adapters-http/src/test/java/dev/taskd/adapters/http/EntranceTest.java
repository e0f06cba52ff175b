package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is let in, and who is not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EntranceTest {
  private final TestServer open =
      new TestServer(
          new HttpSettings(
              "127.0.0.1", 0, 1_000, List.of(), List.of("Taskd.example", "other.example:8443")));
  private final TestServer guarded =
      new TestServer(
          new HttpSettings(
              "127.0.0.1", 0, 1_000, List.of("first-secret", "second-secret"), List.of()));

  @AfterAll
  void stop() {
    open.close();
    guarded.close();
  }

  private String get(String path, String host, String... headers) throws IOException {
    return open.client.raw(
        "GET "
            + path
            + " HTTP/1.1\r\nConnection: close\r\nHost: "
            + host.replace("PORT", Integer.toString(open.http.port()))
            + "\r\n"
            + String.join("\r\n", headers)
            + (headers.length == 0 ? "\r\n" : "\r\n\r\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:PORT",
        "localhost:PORT",
        "LOCALHOST:PORT",
        "[::1]:PORT",
        "taskd.example",
        "taskd.EXAMPLE:443",
        "other.example:8443"
      })
  void a_name_of_this_machine_is_served(String host) throws IOException {
    assertThat(get("/v1/tasks", host)).startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:PORT",
        "127.0.0.1.evil.example:PORT",
        "localhost:1",
        "localhost",
        "127.0.0.1:80",
        "127.0.0.2:PORT",
        "[::2]:PORT",
        "localhost.:PORT",
        "0.0.0.0:PORT",
        "other.example",
        "other.example:443",
        "xtaskd.example"
      })
  void a_foreign_name_is_not_served(String host) throws IOException {
    for (String path : List.of("/v1/tasks", "/v1/stats", "/healthz", "/openapi.yaml", "/")) {
      assertThat(get(path, host))
          .as(path)
          .startsWith("HTTP/1.1 421 ")
          .contains("\"code\":\"foreign_host\"");
    }
  }

  @Test
  void a_request_in_absolute_form_is_judged_by_its_host() throws IOException {
    assertThat(get("http://evil.example/v1/tasks", "evil.example")).startsWith("HTTP/1.1 421 ");
    assertThat(get("http://evil.example/v1/tasks", "127.0.0.1:PORT")).startsWith("HTTP/1.1 400 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Host:\r\n", "Host: a/b\r\n", "Host: a\r\nHost: a\r\n"})
  void a_request_without_one_host_is_refused(String host) throws IOException {
    assertThat(open.client.raw("GET /v1/tasks HTTP/1.0\r\n" + host + "\r\n"))
        .startsWith("HTTP/1.1 400 ");
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:PORT, 200",
    "http://localhost:PORT, 200",
    "http://taskd.example, 200",
    "http://evil.example, 403",
    "http://localhost:1, 403",
    "null, 403",
    "'', 403"
  })
  void a_page_of_another_site_is_kept_out(String origin, String status) throws IOException {
    String shown = origin.replace("PORT", Integer.toString(open.http.port()));

    assertThat(get("/v1/tasks", "127.0.0.1:PORT", "Origin: " + shown))
        .startsWith("HTTP/1.1 " + status + " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer first-secret", "bearer second-secret", "BEARER   first-secret"})
  void a_token_lets_in(String authorization) {
    Reply reply = guarded.client.get("/v1/tasks", "Authorization", authorization);

    assertThat(reply.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer third-secret",
        "Bearer first-secre",
        "Bearer first-secretx",
        "Bearer ",
        "Bearer",
        "Basic first-secret",
        "first-secret",
        "Bearer first-secret second-secret",
        "Bearer first-secret,second-secret"
      })
  void no_other_token_lets_in(String authorization) {
    Reply refused = guarded.client.get("/v1/tasks", "Authorization", authorization);

    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.code()).isEqualTo("unauthorized");
    assertThat(refused.header("WWW-Authenticate")).startsWith("Bearer ").contains("invalid_token");
    assertThat(refused.body()).doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/tasks", "/v1/jobs/7", "/openapi.yaml", "/nowhere", "/healthz/x"})
  void nothing_is_shown_without_a_token(String path) {
    Reply refused = guarded.client.get(path);

    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"taskd\"");
  }

  @Test
  void two_tokens_at_once_are_refused() throws IOException {
    String answer =
        guarded.client.raw(
            "GET",
            "/v1/tasks",
            "Authorization: Bearer first-secret",
            "Authorization: Bearer first-secret");

    assertThat(answer).startsWith("HTTP/1.1 401 ");
  }

  @Test
  void health_is_open_to_everybody() {
    assertThat(guarded.client.get("/healthz").status()).isEqualTo(200);
    assertThat(guarded.client.get("/readyz").status()).isEqualTo(200);
  }

  @Test
  void whoever_carries_a_token_may_come_under_any_name() throws IOException {
    String answer =
        guarded.client.raw(
            String.join(
                "\r\n",
                "GET /v1/tasks HTTP/1.1",
                "Host: taskd.internal",
                "Connection: close",
                "Authorization: Bearer first-secret",
                "",
                ""));

    assertThat(answer).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void a_body_is_not_read_for_whoever_is_not_let_in() throws IOException {
    String answer =
        guarded.client.raw(
            guarded.client.head("POST", "/v1/tasks")
                + "Content-Type: application/json\r\nContent-Length: 1000\r\n"
                + "Expect: 100-continue\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 401 ");
  }
}
