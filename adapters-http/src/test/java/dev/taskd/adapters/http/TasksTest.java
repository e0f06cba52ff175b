package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.text.SafeText;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TasksTest {
  private static final String NOBODY = "/v1/tasks/01890a5d-ac96-774b-bcce-b302099a8057";

  private final TestServer server = TestServer.start();
  private final Client client = server.client;

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void submit_answers_where_the_task_is() {
    Reply created = client.post("/v1/tasks", "{\"type\":\"approval\"}");

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("Location")).isEqualTo("/v1/tasks/" + created.text("/id"));
    assertThat(client.get(created.header("Location")).body()).isEqualTo(created.body());
  }

  @Test
  void submit_keeps_what_was_asked_for() {
    Reply created =
        client.post(
            "/v1/tasks",
            """
            {"type": "working", "input": [1.50, 1e400], "priority": "high", "metadata": {"a": 1.0},
             "run_at": "2999-01-31T09:00:00.5+01:00", "max_attempts": 7}\
            """);

    assertThat(created.body())
        .contains("\"input\":[1.50, 1e400],")
        .contains("\"metadata\":{\"a\": 1.0},");
    assertThat(created.text("/state")).isEqualTo("pending");
    assertThat(created.text("/priority")).isEqualTo("high");
    assertThat(created.text("/run_at")).isEqualTo("2999-01-31T08:00:00.500Z");
    assertThat(client.get("/v1/jobs").text("/jobs/0/max_attempts")).isEqualTo("7");
  }

  @Test
  void submit_takes_null_for_absent() {
    Reply created =
        client.post(
            "/v1/tasks",
            """
            {"type": "working", "input": null, "priority": null, "metadata": null, "run_at": null,
             "max_attempts": null}\
            """);

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.body()).contains("\"input\":null,").contains("\"metadata\":null,");
    assertThat(created.text("/priority")).isEqualTo("normal");
  }

  @Test
  void submit_of_a_type_without_steps_waits_for_its_client() {
    assertThat(client.post("/v1/tasks", "{\"type\":\"approval\"}").text("/state"))
        .isEqualTo("waiting");
  }

  @Test
  void submit_of_an_unknown_type_names_the_known_ones() {
    Reply refused = client.post("/v1/tasks", "{\"type\":\"aproval\"}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo("unknown_task_type");
    assertThat(refused.json().at("/known_types").toString())
        .isEqualTo("[\"approval\",\"working\"]");
    assertThat(refused.text("/detail"))
        .isEqualTo("/type is \"aproval\", which is not known here (did you mean approval?).");
    assertThat(refused.text("/errors/0/pointer")).isEqualTo("/type");
  }

  @Test
  void complete_ends_the_task_with_its_result_byte_for_byte() {
    String id = server.submit("approval");

    Reply completed = client.post("/v1/tasks/" + id + "/complete", "{\"result\": {\"n\": 1.50} }");

    assertThat(completed.status()).isEqualTo(200);
    assertThat(completed.text("/state")).isEqualTo("succeeded");
    assertThat(completed.body()).contains("\"result\":{\"n\": 1.50},");
  }

  @Test
  void complete_needs_no_body() {
    String id = server.submit("approval");

    Reply completed = client.post("/v1/tasks/" + id + "/complete");

    assertThat(completed.text("/state")).isEqualTo("succeeded");
    assertThat(completed.body()).contains("\"result\":null,");
  }

  @Test
  void fail_ends_the_task_with_its_reason() {
    String id = server.submit("approval");

    Reply failed = client.post("/v1/tasks/" + id + "/fail", "{\"message\":\"no budget\"}");

    assertThat(failed.status()).isEqualTo(200);
    assertThat(failed.text("/state")).isEqualTo("failed");
    assertThat(failed.text("/error/kind")).isEqualTo("step_error");
    assertThat(failed.text("/error/message")).isEqualTo("no budget");
  }

  @Test
  void fail_needs_a_reason() {
    String id = server.submit("approval");

    Reply refused = client.post("/v1/tasks/" + id + "/fail", "{}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/errors/0/pointer")).isEqualTo("/message");
  }

  @Test
  void cancel_ends_a_waiting_task_at_once() {
    String id = server.submit("approval");

    assertThat(client.post("/v1/tasks/" + id + "/cancel").text("/state")).isEqualTo("cancelled");
  }

  @Test
  void cancel_of_a_running_task_lets_its_handler_end_it() {
    String id = server.submit("working");
    ClaimedJob job = server.claim(TestServer.STEP);

    Reply told = client.post("/v1/tasks/" + id + "/cancel", "{}");
    server.settle(job, new Verdict.Finished("1"));

    assertThat(told.status()).isEqualTo(200);
    assertThat(told.text("/state")).isEqualTo("running");
    assertThat(client.get("/v1/tasks/" + id).text("/state")).isEqualTo("cancelled");
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete", "fail", "cancel"})
  void a_task_that_has_ended_is_not_changed(String wish) {
    String id = server.submit("approval");
    client.post("/v1/tasks/" + id + "/complete", "{\"result\":1}");

    Reply refused = client.post("/v1/tasks/" + id + "/" + wish, bodyOf(wish));

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("task_ended");
    assertThat(client.get("/v1/tasks/" + id).text("/result")).isEqualTo("1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete", "fail"})
  void a_task_with_steps_is_not_ended_by_its_client(String wish) {
    String id = server.submit("working");

    Reply refused = client.post("/v1/tasks/" + id + "/" + wish, bodyOf(wish));

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("task_not_waiting");
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete", "fail", "cancel"})
  void a_task_that_is_not_there_is_not_changed(String wish) {
    Reply refused = client.post(NOBODY + "/" + wish, bodyOf(wish));

    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.code()).isEqualTo("task_not_found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/timeline", "/explain", "?wait=10s"})
  void a_task_that_is_not_there_is_not_shown(String look) {
    Reply refused = client.get(NOBODY + look);

    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.code()).isEqualTo("task_not_found");
  }

  @Test
  void timeline_tells_in_order_what_happened() {
    String id = server.submit("working");
    Failure failure = new Failure(ErrorKind.EXHAUSTED, SafeText.of("no luck"));
    server.settle(server.claim(TestServer.STEP), new Verdict.Buried(failure));

    Reply timeline = client.get("/v1/tasks/" + id + "/timeline");

    assertThat(timeline.json().at("/timeline").findValuesAsString("event"))
        .containsExactly("created", "started", "error", "failed");
    assertThat(timeline.text("/timeline/2/step")).isEqualTo("work");
    assertThat(timeline.text("/timeline/2/attempt")).isEqualTo("1");
    assertThat(timeline.text("/timeline/2/error_kind")).isEqualTo("exhausted");
    assertThat(timeline.text("/timeline/2/message")).isEqualTo("no luck");
  }

  @Test
  void timeline_tells_of_what_is_running() {
    String id = server.submit("working");
    server.claim(TestServer.STEP);
    String path = "/v1/tasks/" + id;
    client.post(path + "/cancel");

    Reply timeline = client.get(path + "/timeline");

    assertThat(timeline.json().at("/timeline").findValuesAsString("event"))
        .containsExactly("created", "started", "cancel_requested");
    assertThat(timeline.text("/timeline/1/at")).isEqualTo(client.get(path).text("/started_at"));
  }

  @Test
  void explain_says_why_the_task_is_where_it_is() {
    String id = server.submit("working");

    Reply explained = client.get("/v1/tasks/" + id + "/explain");

    assertThat(explained.text("/sentence")).startsWith("No handler for topic step.work");
    assertThat(explained.text("/facts/no_handler_for")).isEqualTo("step.work");
  }

  private static String bodyOf(String wish) {
    return wish.equals("fail") ? "{\"message\":\"no\"}" : "{}";
  }
}
