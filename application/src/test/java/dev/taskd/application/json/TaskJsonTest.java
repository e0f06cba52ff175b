package dev.taskd.application.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.task.EventType;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskError;
import dev.taskd.domain.task.TaskState;
import dev.taskd.domain.text.SafeText;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TaskJsonTest {
  private static final String ID = "0197f0a0-0000-7000-8000-000000000001";
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.123456789Z");

  @Test
  void text_has_every_member_of_a_new_task() {
    Task task = task(TaskState.PENDING, "{\"hello\":\"world\"}", null, null, null, null);

    assertThat(TaskJson.text(task))
        .isEqualTo(
            "{\"id\":\""
                + ID
                + "\",\"type\":\"echo\",\"state\":\"pending\","
                + "\"input\":{\"hello\":\"world\"},\"result\":null,\"error\":null,\"attempts\":2,"
                + "\"priority\":\"high\",\"metadata\":null,"
                + "\"created_at\":\"2026-01-02T03:04:05.123456Z\",\"run_at\":\"2026-01-02T03:04:05Z\","
                + "\"started_at\":null,\"finished_at\":null}");
  }

  @Test
  void text_tells_why_a_task_failed() {
    TaskError error =
        new TaskError(ErrorKind.STEP_ERROR, "encode", SafeText.of("no \"codec\" \u00e9"));
    Task task = task(TaskState.FAILED, "null", null, error, null, AT);

    assertThat(TaskJson.text(task))
        .contains(
            "\"error\":{\"kind\":\"step_error\",\"code\":null,\"step\":\"encode\",\"server\":null,"
                + "\"message\":\"no \\\"codec\\\" \u00e9\"}")
        .contains("\"finished_at\":\"2026-01-02T03:04:05.123456Z\"");
  }

  @Test
  void text_has_input_result_and_metadata_byte_for_byte() throws Exception {
    String input =
        "{ \"n\" : 1e1000000000,\t\"n\":12345678901234567890 , \"s\":\"\\u0000\\ud800\" }";
    String result = "\n[1.0, \"\u00e9\\u00e9\u2028\"]";
    String metadata = "{\"trace\" : \"a\\/b\"}";

    String text = TaskJson.text(task(TaskState.SUCCEEDED, input, result, null, metadata, AT));

    assertThat(text)
        .contains("\"input\":" + input + ",\"result\"")
        .contains("\"result\":" + result + ",\"error\"")
        .contains("\"metadata\":" + metadata + ",\"created_at\"");
    assertThat(JsonText.parse(text, JsonLimits.DEFAULT).members()).hasSize(13);
  }

  @Test
  void event_names_its_type_and_time_and_has_the_task_in_it() {
    Task task = task(TaskState.SUCCEEDED, "1", "2", null, null, AT);

    assertThat(TaskJson.event(EventType.COMPLETED, AT, task))
        .isEqualTo(
            "{\"type\":\"task.completed\",\"timestamp\":\"2026-01-02T03:04:05.123456Z\",\"data\":"
                + TaskJson.text(task)
                + "}");
  }

  private static Task task(
      TaskState state,
      String input,
      @Nullable String result,
      @Nullable TaskError error,
      @Nullable String metadata,
      @Nullable Instant finishedAt) {
    return new Task(
        TaskId.parse(ID),
        "echo",
        state,
        input,
        result,
        error,
        2,
        5,
        Priority.HIGH,
        metadata,
        List.of("echo"),
        0,
        new JobId(7),
        0,
        false,
        AT,
        Instant.parse("2026-01-02T03:04:05Z"),
        null,
        finishedAt);
  }
}
