package dev.taskd.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.application.json.JsonLimits;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a handler gives back is kept, or ends its own job. */
class ResultTest {
  static Arguments[] refused() {
    return new Arguments[] {
      Arguments.of("no JSON", "TOPSECRET", "not well-formed JSON (line 1, column 1)"),
      Arguments.of("nothing", "", "empty"),
      Arguments.of("two documents", "1 2", "JSON with something after its end (line 1, column 3)"),
      Arguments.of("a NUL", "\"a\0b\"", "not well-formed JSON (line 1, column 3)"),
      Arguments.of(
          "half a pair", "\"\ud800\"", "not Unicode (half a surrogate pair at character 2)"),
      Arguments.of(
          "too deep",
          "[".repeat(100_000) + "]".repeat(100_000),
          "JSON nested deeper than 100 levels (line 1, column 101)"),
      Arguments.of(
          "too long",
          "\"" + "x".repeat(JsonLimits.DEFAULT.maxBytes()) + "\"",
          "longer than 1048576 bytes")
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void result_that_is_no_json_ends_its_job_for_good(String name, String result, String fault) {
    try (Harness node =
        new Harness()
            .on("bad", run -> new Outcome.Done(result))
            .on("good", run -> new Outcome.Done("{\"a\": [1.0, \"\\ud800\"]} "))
            .start()) {
      JobId good = node.add("good", 1);
      Job dead = node.await(node.add("bad", 5), JobState.DEAD);

      assertThat(dead.attempts()).isEqualTo(1);
      assertThat(dead.lastError()).isNotNull();
      assertThat(dead.lastError().kind()).isEqualTo(ErrorKind.PERMANENT);
      assertThat(dead.lastError().message().value()).isEqualTo("the result is " + fault);
      node.await(good, JobState.DONE);
    }
  }

  @Test
  void snooze_beyond_all_bounds_ends_its_own_run() {
    try (Harness node =
        new Harness()
            .on("bad", run -> new Outcome.Snooze(Duration.ofSeconds(Long.MAX_VALUE)))
            .on("good", run -> new Outcome.Snooze(Outcome.Snooze.LONGEST))
            .start()) {
      JobId good = node.add("good", 1);
      Job dead = node.await(node.add("bad", 2), JobState.DEAD);

      assertThat(dead.attempts()).isEqualTo(2);
      assertThat(dead.lastError()).isNotNull();
      assertThat(dead.lastError().message().value()).contains("delay is longer than 3650 days");
      Eventually.holds(() -> node.job(good).maxAttempts() == 2, () -> "job is " + node.job(good));
    }
  }
}
