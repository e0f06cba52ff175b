package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListsTest {
  private final TestServer server = TestServer.start();
  private final Client client = server.client;

  @AfterEach
  void stop() {
    server.close();
  }

  private List<String> submitAtOnce(int count) {
    String item = "{\"type\":\"working\"}";
    String items = String.join(",", Collections.nCopies(count, item));
    return client
        .post("/v1/tasks/batch", "{\"tasks\":[" + items + "]}")
        .json()
        .at("/tasks")
        .findValuesAsString("id");
  }

  /** Pages to the end, doing something between two pages. */
  private List<String> pages(String path, String name, Runnable between) {
    List<String> ids = new ArrayList<>();
    String cursor = "";
    do {
      Reply page = client.get(path + cursor);
      ids.addAll(page.json().at("/" + name).findValuesAsString("id"));
      cursor =
          page.json().at("/next_cursor").isNull() ? "" : "&cursor=" + page.text("/next_cursor");
      between.run();
    } while (!cursor.isEmpty());
    return ids;
  }

  @Test
  void pages_show_each_task_of_one_moment_once() {
    List<String> submitted = submitAtOnce(25);

    List<String> found = pages("/v1/tasks?limit=10", "tasks", () -> {});

    assertThat(found).hasSize(25).containsExactlyInAnyOrderElementsOf(submitted);
  }

  @Test
  void pages_stay_stable_while_tasks_come_and_end() {
    List<String> submitted = submitAtOnce(25);

    List<String> found =
        pages(
            "/v1/tasks?limit=10&type=working",
            "tasks",
            () -> {
              server.submit("working");
              client.post("/v1/tasks/" + submitted.get(3) + "/cancel");
            });

    assertThat(found).hasSize(25).containsExactlyInAnyOrderElementsOf(submitted);
  }

  @Test
  void the_order_is_the_same_with_a_filter() {
    submitAtOnce(25);

    assertThat(pages("/v1/tasks?limit=7&state=pending&type=working", "tasks", () -> {}))
        .isEqualTo(pages("/v1/tasks?limit=200", "tasks", () -> {}));
  }

  @Test
  void filters_leave_out_the_others() {
    String waiting = server.submit("approval");
    String pending = server.submit("working");

    assertThat(pages("/v1/tasks?state=waiting", "tasks", () -> {})).containsExactly(waiting);
    assertThat(pages("/v1/tasks?type=working", "tasks", () -> {})).containsExactly(pending);
    assertThat(pages("/v1/tasks?type=unheard.of", "tasks", () -> {})).isEmpty();
    assertThat(pages("/v1/tasks?state=succeeded", "tasks", () -> {})).isEmpty();
  }

  @Test
  void a_page_has_fifty_unless_asked_otherwise_and_two_hundred_at_most() {
    submitAtOnce(201);

    assertThat(client.get("/v1/tasks").json().at("/tasks")).hasSize(50);
    assertThat(client.get("/v1/jobs").json().at("/jobs")).hasSize(50);
    assertThat(client.get("/v1/tasks?limit=200").json().at("/tasks")).hasSize(200);
  }

  @Test
  void a_page_of_large_tasks_ends_early_and_goes_on() {
    String input = "\"" + "x".repeat(900_000) + "\"";
    List<String> submitted =
        IntStream.range(0, 12)
            .mapToObj(
                i ->
                    client
                        .post("/v1/tasks", "{\"type\":\"working\",\"input\":" + input + "}")
                        .text("/id"))
            .toList();

    Reply page = client.get("/v1/tasks");
    List<String> found = pages("/v1/tasks?limit=50", "tasks", () -> {});

    assertThat(page.json().at("/tasks")).hasSize(9);
    assertThat(new HashSet<>(found)).hasSize(12).containsAll(submitted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit=0",
        "limit=201",
        "limit=-1",
        "limit=%2B7",
        "limit=7.0",
        "limit=1e1",
        "limit=0x7",
        "limit=%207",
        "limit=7%00",
        "limit=",
        "limit=99999999999999999999",
        "limit=%D9%A7",
        "limit=5&limit=6",
        "state=Pending",
        "state=",
        "state=done,dead",
        "limits=5",
        "Limit=5",
        "cursor=",
        "cursor=x",
        "cursor=..",
        "cursor=%00",
        "offset=5",
        "&",
        "=",
        "limit"
      })
  void a_wrong_query_is_refused(String query) {
    for (String list : List.of("/v1/tasks", "/v1/jobs")) {
      Reply refused = client.get(list + "?" + query);

      assertThat(refused.status()).as(list).isEqualTo(400);
      assertThat(refused.code()).as(list).isEqualTo("invalid_request");
      assertThat(refused.json().at("/errors/0").has("parameter")).as(list).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"type=", "type=%00", "type=a%20b", "type=%C3%A9"})
  void a_wrong_type_is_refused(String query) {
    assertThat(client.get("/v1/tasks?" + query).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"topic=%00", "topic=a%20b", "queue=Mails", "queue=%00", "queue="})
  void a_wrong_topic_or_queue_is_refused(String query) {
    assertThat(client.get("/v1/jobs?" + query).status()).isEqualTo(400);
  }

  @Test
  void a_slip_in_a_parameter_is_guessed_at() {
    assertThat(client.get("/v1/tasks?limt=5").text("/detail"))
        .isEqualTo("limt is not known here (did you mean limit?).");
  }

  @Test
  void a_cursor_that_was_changed_is_refused() {
    submitAtOnce(3);
    String cursor = client.get("/v1/tasks?limit=1").text("/next_cursor");

    for (int i = 0; i < cursor.length(); i++) {
      char other = cursor.charAt(i) == 'A' ? 'B' : 'A';
      String changed = cursor.substring(0, i) + other + cursor.substring(i + 1);
      assertThat(client.get("/v1/tasks?cursor=" + changed).status()).as(changed).isEqualTo(400);
    }
    assertThat(client.get("/v1/tasks?cursor=" + cursor + "=").status()).isEqualTo(400);
    assertThat(client.get("/v1/jobs?cursor=" + cursor).status()).isEqualTo(400);
    assertThat(client.get("/v1/tasks?cursor=" + cursor).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/stats", "/healthz", "/openapi.yaml", "/v1/jobs/7"})
  void a_call_without_parameters_takes_none(String path) {
    assertThat(client.get(path + "?verbose=1").status()).isEqualTo(400);
  }
}
