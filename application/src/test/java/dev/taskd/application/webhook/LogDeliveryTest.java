package dev.taskd.application.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.job.Run;
import dev.taskd.domain.job.Topic;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

class LogDeliveryTest {
  private static final String PAYLOAD =
      "{\"type\":\"task.failed\",\"timestamp\":\"2026-01-02T03:04:05Z\",\"data\":"
          + "{\"id\":\"0197f0a0-0000-7000-8000-000000000001\",\"state\":\"failed\","
          + "\"input\":\"TOPSECRET\",\"result\":\"TOPSECRET\"}}";

  private final Logger logger = (Logger) LoggerFactory.getLogger(LogDelivery.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
    logger.setLevel(null);
  }

  @Test
  void run_writes_one_line_and_is_done() {
    Outcome outcome = new LogDelivery().run(job(PAYLOAD));

    assertThat(outcome).isEqualTo(new Outcome.Done());
    assertThat(lines.list).hasSize(1);
    assertThat(lines.list.getFirst().getFormattedMessage()).isEqualTo("event");
    assertThat(lines.list.getFirst().getKeyValuePairs())
        .containsExactly(
            new KeyValuePair("type", "task.failed"),
            new KeyValuePair("task", "0197f0a0-0000-7000-8000-000000000001"),
            new KeyValuePair("state", "failed"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TOPSECRET",
        "{\"type\":\"task.failed\",\"data\":{}}",
        "{\"type\":\"task.failed\",\"data\":{\"id\":1,\"state\":\"TOPSECRET\"}}"
      })
  void run_of_a_payload_that_is_no_event_writes_nothing_and_is_dead(String payload) {
    Outcome outcome = new LogDelivery().run(job(payload));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Dead.class, dead -> assertThat(dead.reason()).doesNotContain("TOPSECRET"));
    assertThat(lines.list).isEmpty();
  }

  private static Run job(String payload) {
    return new Run(
        new JobId(7),
        new Topic("task.failed"),
        1,
        5,
        payload,
        Duration.ofSeconds(30),
        null,
        "task.failed:1");
  }
}
