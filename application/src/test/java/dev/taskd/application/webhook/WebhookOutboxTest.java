package dev.taskd.application.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.taskd.application.json.TaskJson;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.task.EventType;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WebhookOutboxTest {
  private static final String ID = "0197f0a0-0000-7000-8000-000000000001";
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");

  @ParameterizedTest
  @EnumSource
  void deliveries_of_every_event_are_one_job_with_the_task_as_it_is(EventType type) {
    Task task = task(0);

    List<NewJob> jobs = new WebhookOutbox(7).deliveries(type, task, AT);

    assertThat(jobs)
        .containsExactly(
            new NewJob(
                new Topic(type.code()),
                Priority.LOW,
                TaskJson.event(type, AT, task),
                null,
                7,
                task.id(),
                type.code() + ":" + ID));
  }

  @Test
  void deliveries_of_a_later_end_have_a_key_of_their_own() {
    assertThat(keyOfEnd(1)).isEqualTo("task.failed:" + ID);
    assertThat(keyOfEnd(2)).isEqualTo("task.failed:" + ID + ":2");
    assertThat(keyOfEnd(11)).isEqualTo("task.failed:" + ID + ":11");
  }

  @Test
  void an_outbox_without_attempts_is_refused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new WebhookOutbox(0));
  }

  private static String keyOfEnd(int end) {
    return String.valueOf(
        new WebhookOutbox(5).deliveries(EventType.FAILED, task(end), AT).getFirst().key());
  }

  private static Task task(int ends) {
    return new Task(
        TaskId.parse(ID),
        "approval",
        TaskState.WAITING,
        "{\"n\":1.0}",
        null,
        null,
        0,
        5,
        Priority.LOW,
        null,
        List.of(),
        0,
        null,
        ends,
        false,
        AT,
        AT,
        null,
        null);
  }
}
