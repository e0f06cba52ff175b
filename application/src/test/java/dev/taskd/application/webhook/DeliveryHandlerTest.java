package dev.taskd.application.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.job.Run;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.WebhookSender.Answer;
import dev.taskd.domain.port.WebhookSender.Call;
import dev.taskd.domain.text.SafeText;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryHandlerTest {
  private static final URI TARGET = URI.create("https://hook.example/x?token=TOPSECRET");
  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final Duration LATER = Duration.ofSeconds(90);
  private static final String PAYLOAD =
      "{\"type\":\"task.created\",\"timestamp\":\"2026-01-02T03:04:05Z\",\"data\":{\"n\":1.0}}";

  private final List<Call> calls = new ArrayList<>();

  @Test
  void run_sends_the_payload_as_it_is_under_the_job_s_key() throws Exception {
    run(PAYLOAD, answered(200));

    assertThat(calls).containsExactly(new Call(TARGET, PAYLOAD, "task.created:1", TIMEOUT));
  }

  @Test
  void call_tells_neither_its_target_nor_what_it_sends() {
    Call call = new Call(TARGET, "{\"pin\":\"TOPSECRET\"}", "task.created:1", TIMEOUT);

    assertThat(call.toString()).contains("task.created:1").doesNotContain("TOPSECRET", "hook");
  }

  @Test
  void run_of_a_job_without_a_key_has_one_that_is_the_same_for_every_attempt() throws Exception {
    DeliveryHandler handler = handler(answered(500));

    handler.run(job(PAYLOAD, 1, null));
    handler.run(job(PAYLOAD, 2, null));

    assertThat(calls)
        .extracting(Call::idempotencyKey)
        .containsExactly("task.created:job:7", "task.created:job:7");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 226, 299})
  void run_is_done_when_the_receiver_took_it(int status) throws Exception {
    assertThat(run(PAYLOAD, answered(status))).isEqualTo(new Outcome.Done());
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 500, 501, 502, 503, 504, 599, 600, 999})
  void run_is_tried_again_after_what_passes_and_not_before_the_receiver_said(int status)
      throws Exception {
    assertThat(run(PAYLOAD, answered(status)))
        .isEqualTo(new Outcome.Retry("the receiver answered " + status + ": busy", LATER));
  }

  @ParameterizedTest
  @ValueSource(
      ints = {300, 301, 302, 303, 304, 307, 308, 399, 400, 401, 403, 404, 410, 413, 422, 499})
  void run_is_dead_after_what_does_not_pass(int status) throws Exception {
    assertThat(run(PAYLOAD, answered(status)))
        .isEqualTo(new Outcome.Dead("the receiver answered " + status + ": busy"));
  }

  @Test
  void run_is_tried_again_when_the_receiver_was_not_reached() throws Exception {
    Answer answer = new Answer.Unreached(SafeText.of("host hook.example was not found"));

    assertThat(run(PAYLOAD, answer))
        .isEqualTo(new Outcome.Retry("host hook.example was not found"));
  }

  @Test
  void run_is_dead_when_the_target_must_not_be_called() throws Exception {
    Answer answer = new Answer.Forbidden(SafeText.of("host hook.example is private"));

    assertThat(run(PAYLOAD, answer)).isEqualTo(new Outcome.Dead("host hook.example is private"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "TOPSECRET",
        "null",
        "[]",
        "{}",
        "{\"type\":\"task.created\"}",
        "{\"data\":{}}",
        "{\"type\":1,\"data\":{}}",
        "{\"type\":null,\"data\":{}}",
        "{\"type\":\"task.created\",\"data\":[]}",
        "{\"type\":\"task.created\",\"data\":\"TOPSECRET\"}",
        "{\"type\":\"task.created\",\"data\":{}",
        "{\"type\":\"task.created\",\"data\":{}} x",
        "{\"type\":\"a\",\"type\":\"b\",\"data\":{}}"
      })
  void run_is_dead_at_once_when_the_payload_is_no_event(String payload) throws Exception {
    Outcome outcome = run(payload, answered(200));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Dead.class,
            dead ->
                assertThat(dead.reason())
                    .startsWith("the payload is ")
                    .doesNotContain("TOPSECRET"));
    assertThat(calls).isEmpty();
  }

  @Test
  void run_takes_what_the_door_let_in_at_its_deepest() throws Exception {
    String deep = "[".repeat(100) + "]".repeat(100);
    String payload = "{\"type\":\"task.created\",\"data\":{\"input\":" + deep + "}}";

    assertThat(run(payload, answered(200))).isEqualTo(new Outcome.Done());
  }

  @Test
  void run_lets_an_interrupt_through() {
    DeliveryHandler handler =
        new DeliveryHandler(
            call -> {
              throw new InterruptedException();
            },
            TARGET,
            TIMEOUT);

    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> handler.run(job(PAYLOAD, 1, "k")));
  }

  private Outcome run(String payload, Answer answer) throws InterruptedException {
    return handler(answer).run(job(payload, 1, "task.created:1"));
  }

  private DeliveryHandler handler(Answer answer) {
    return new DeliveryHandler(
        call -> {
          calls.add(call);
          return answer;
        },
        TARGET,
        TIMEOUT);
  }

  private static Answer answered(int status) {
    return new Answer.Answered(status, LATER, SafeText.of("busy"));
  }

  private static Run job(String payload, int attempt, @Nullable String key) {
    return new Run(
        new JobId(7),
        new Topic("task.created"),
        attempt,
        5,
        payload,
        Duration.ofSeconds(30),
        TaskId.parse("0197f0a0-0000-7000-8000-000000000001"),
        key);
  }
}
