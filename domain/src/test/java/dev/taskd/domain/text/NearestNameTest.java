package dev.taskd.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearestNameTest {
  private static final List<String> KNOWN =
      List.of("type", "input", "priority", "run_at", "max_attempts", "worker.batch");

  @ParameterizedTest
  @CsvSource({
    "tpye, type",
    "inputs, input",
    "maxAttempts, max_attempts",
    "MAX_ATTEMPTS, max_attempts",
    "max_atempts, max_attempts",
    "runAt, run_at",
    "prioritty, priority",
    "pool.batch, worker.batch"
  })
  void a_slip_of_the_hand_is_understood(String slip, String meant) {
    assertThat(NearestName.of(slip, KNOWN)).contains(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "color", "\u0000", "\ud800", "prio"})
  void what_is_near_to_nothing_is_not_guessed_at(String word) {
    assertThat(NearestName.of(word, KNOWN)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 65, 1_000_000})
  void a_long_word_takes_no_time(int length) {
    assertThat(NearestName.of("x".repeat(length), KNOWN)).isEmpty();
  }
}
