package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.text.SafeText;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IdempotencyTest {
  private static final String KEY = "Idempotency-Key";
  private static final String REQUEST = "{\"type\":\"working\",\"input\":{\"n\":1}}";

  private final TestServer server = TestServer.start();
  private final Client client = server.client;

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void the_same_request_again_answers_the_same_task() {
    Reply first = client.post("/v1/tasks", REQUEST, KEY, "k");

    Reply again = client.post("/v1/tasks", " " + REQUEST, KEY, "k");

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(client.get("/v1/tasks").json().at("/tasks")).hasSize(1);
  }

  @Test
  void another_request_under_the_key_is_refused() {
    client.post("/v1/tasks", REQUEST, KEY, "k");

    Reply refused = client.post("/v1/tasks", "{\"type\":\"working\"}", KEY, "k");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo("idempotency_key_reused");
    assertThat(refused.text("/errors/0/header")).isEqualTo(KEY);
  }

  @Test
  void the_key_is_known_while_the_task_waits_for_its_retry_and_after_its_end() {
    String id = client.post("/v1/tasks", REQUEST, KEY, "k").text("/id");
    Failure failure = new Failure(ErrorKind.EXHAUSTED, SafeText.of("no luck"));
    server.settle(server.claim(TestServer.STEP), new Verdict.Retried(Duration.ZERO, failure));
    Reply inRetry = client.post("/v1/tasks", REQUEST, KEY, "k");
    server.settle(server.claim(TestServer.STEP), new Verdict.Buried(failure));
    Reply afterEnd = client.post("/v1/tasks", REQUEST, KEY, "k");

    assertThat(inRetry.status()).isEqualTo(200);
    assertThat(inRetry.text("/id")).isEqualTo(id);
    assertThat(afterEnd.status()).isEqualTo(200);
    assertThat(afterEnd.text("/id")).isEqualTo(id);
    assertThat(afterEnd.text("/state")).isEqualTo("failed");
  }

  @Test
  void a_key_of_every_visible_character_is_taken() {
    String key = "!\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~";

    assertThat(client.post("/v1/tasks", REQUEST, KEY, key).status()).isEqualTo(201);
    assertThat(client.post("/v1/tasks", REQUEST, KEY, key).status()).isEqualTo(200);
  }

  static Stream<String> wrongKeys() {
    return Stream.of("", " ", "a b", "a\tb", "caf\u00e9", "k".repeat(256));
  }

  @ParameterizedTest
  @MethodSource("wrongKeys")
  void a_wrong_key_is_refused(String key) throws IOException {
    String answer = send(KEY + ": " + key);

    assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"header\":\"Idempotency-Key\"");
    assertThat(client.get("/v1/tasks").json().at("/tasks")).isEmpty();
  }

  @Test
  void two_keys_are_refused() throws IOException {
    String answer = send(KEY + ": a\r\n" + KEY + ": b");

    assertThat(answer).startsWith("HTTP/1.1 400 ").contains("is given more than once");
  }

  @ParameterizedTest
  @MethodSource("wrongKeys")
  void a_wrong_key_in_a_batch_is_refused(String key) {
    String item = "{\"type\":\"working\",\"idempotency_key\":\"" + key.replace("\t", "\\t") + "\"}";

    Reply refused = client.post("/v1/tasks/batch", "{\"tasks\":[" + item + "]}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/errors/0/pointer")).isEqualTo("/tasks/0/idempotency_key");
  }

  private String send(String header) throws IOException {
    return client.raw(
        client.head("POST", "/v1/tasks")
            + "Content-Type: application/json\r\nContent-Length: "
            + REQUEST.length()
            + "\r\nConnection: close\r\n"
            + header
            + "\r\n\r\n"
            + REQUEST);
  }
}
