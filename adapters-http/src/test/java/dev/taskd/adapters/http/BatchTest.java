package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchTest {
  private final TestServer server = TestServer.start();
  private final Client client = server.client;

  @AfterEach
  void stop() {
    server.close();
  }

  private Reply submit(String... items) {
    return client.post("/v1/tasks/batch", "{\"tasks\":[" + String.join(",", items) + "]}");
  }

  private static String item(int number, String key) {
    return "{\"type\":\"working\",\"input\":%d,\"idempotency_key\":\"%s\"}".formatted(number, key);
  }

  @Test
  void a_batch_is_answered_in_order() {
    Reply created = submit("{\"type\":\"working\",\"input\":1}", "{\"type\":\"approval\"}");

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.text("/tasks/0/input")).isEqualTo("1");
    assertThat(created.text("/tasks/1/type")).isEqualTo("approval");
  }

  @Test
  void a_thousand_are_taken_and_one_more_is_not() {
    String item = "{\"type\":\"working\"}";

    Reply most = submit(Collections.nCopies(1_000, item).toArray(String[]::new));
    Reply tooMany = submit(Collections.nCopies(1_001, item).toArray(String[]::new));

    assertThat(most.json().at("/tasks")).hasSize(1_000);
    assertThat(tooMany.status()).isEqualTo(400);
    assertThat(tooMany.text("/errors/0/pointer")).isEqualTo("/tasks");
    assertThat(client.get("/v1/stats").text("/jobs/pending")).isEqualTo("1000");
  }

  @Test
  void keys_that_are_known_are_answered_as_they_are() {
    String before =
        client
            .post("/v1/tasks", "{\"type\":\"working\",\"input\":8}", "Idempotency-Key", "k8")
            .text("/id");

    Reply created =
        submit(item(1, "k1"), item(2, "k2"), item(3, "k3"), item(2, "k2"), item(8, "k8"));

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.text("/tasks/3/id")).isEqualTo(created.text("/tasks/1/id"));
    assertThat(created.text("/tasks/4/id")).isEqualTo(before);
    assertThat(client.get("/v1/tasks").json().at("/tasks")).hasSize(4);
  }

  @Test
  void a_reused_key_is_named_and_nothing_is_kept() {
    Reply refused = submit(item(1, "k1"), item(2, "k2"), item(3, "k1"));

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo("idempotency_key_reused");
    assertThat(refused.json().at("/errors").findValuesAsString("pointer"))
        .containsExactly("/tasks/2/idempotency_key");
    assertThat(client.get("/v1/tasks").json().at("/tasks")).isEmpty();
  }

  @Test
  void unknown_types_are_named_and_nothing_is_kept() {
    Reply refused =
        submit("{\"type\":\"working\"}", "{\"type\":\"nope\"}", "{\"type\":\"approvel\"}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo("unknown_task_type");
    assertThat(refused.json().at("/errors").findValuesAsString("pointer"))
        .containsExactly("/tasks/1/type", "/tasks/2/type");
    assertThat(client.get("/v1/tasks").json().at("/tasks")).isEmpty();
  }

  @Test
  void wrong_values_are_named_with_their_item() {
    Reply refused =
        submit("{\"type\":\"working\"}", "7", "{\"type\":3,\"max_attempts\":0,\"inputs\":1}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/errors").findValuesAsString("pointer"))
        .contains("/tasks/1", "/tasks/2/inputs", "/tasks/2/type", "/tasks/2/max_attempts");
  }

  @Test
  void unknown_types_are_told_with_all_other_flaws_in_order() {
    Reply refused =
        submit(
            "{\"type\":\"working\",\"priority\":1}",
            "{\"type\":\"nope\",\"max_attempts\":0}",
            "[]",
            "{\"type\":\"\"}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.code()).isEqualTo("invalid_request");
    assertThat(refused.json().at("/errors").findValuesAsString("pointer"))
        .containsExactly(
            "/tasks/0/priority",
            "/tasks/1/type",
            "/tasks/1/max_attempts",
            "/tasks/2",
            "/tasks/3/type");
    assertThat(refused.json().at("/known_types").toString())
        .isEqualTo("[\"approval\",\"working\"]");
    assertThat(client.get("/v1/tasks").json().at("/tasks")).isEmpty();
  }

  @Test
  void of_many_faults_the_first_hundred_are_told() {
    Reply refused = submit(Collections.nCopies(1_000, "{}").toArray(String[]::new));

    assertThat(refused.json().at("/errors")).hasSize(100);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|/tasks",
        "{\"tasks\":null}|/tasks",
        "{\"tasks\":[]}|/tasks",
        "{\"tasks\":{}}|/tasks",
        "{\"tasks\":[{\"type\":\"working\"}],\"task\":1}|/task",
      })
  void a_batch_of_another_shape_is_refused(String body, String pointer) {
    Reply refused = client.post("/v1/tasks/batch", body);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/errors/0/pointer")).isEqualTo(pointer);
  }

  @Test
  void a_key_for_the_batch_as_a_whole_is_refused() {
    Reply refused =
        client.post(
            "/v1/tasks/batch", "{\"tasks\":[{\"type\":\"working\"}]}", "Idempotency-Key", "k");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/errors/0/header")).isEqualTo("Idempotency-Key");
  }
}
