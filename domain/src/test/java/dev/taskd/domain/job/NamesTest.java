package dev.taskd.domain.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
  private static final Instant PAST = Instant.parse("2020-02-03T04:05:06.789Z");

  @Test
  void taskId_is_a_version_7_uuid_and_its_text_reads_back() {
    TaskId id = TaskId.create(InstantSource.fixed(PAST), new Random(7));

    assertThat(id.value().version()).isEqualTo(7);
    assertThat(id.value().variant()).isEqualTo(2);
    assertThat(id.value().getMostSignificantBits() >>> 16).isEqualTo(PAST.toEpochMilli());
    assertThat(TaskId.parse(id.toString())).isEqualTo(id);
  }

  @Test
  void taskIds_sort_by_the_time_they_were_made() {
    Random random = new Random(7);
    List<TaskId> made = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      made.add(TaskId.create(InstantSource.fixed(PAST.plusMillis(i)), random));
    }

    assertThat(made).isSorted().doesNotHaveDuplicates();
    assertThat(made.stream().map(TaskId::toString)).isSorted();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "7",
        "0190A6C0-7C00-7000-8000-000000000000",
        "{0190a6c0-7c00-7000-8000-000000000000}",
        "0190a6c07c0070008000000000000000",
        "1-1-1-1-1",
        "0190a6c0-7c00-7000-8000-00000000000\u0661",
        " 0190a6c0-7c00-7000-8000-000000000000",
        "0190a6c0-7c00-7000-8000-000000000000\n"
      })
  void taskId_has_one_spelling(String text) {
    assertThatThrownBy(() -> TaskId.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".a", "-a", "a b", "a\r\nX: 1", "a\u0000", "é", "a/b", "\ud83d\ude00"})
  void topic_refuses_what_a_header_or_a_log_line_could_not_carry(String name) {
    assertThatThrownBy(() -> new Topic(name)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void topic_is_100_characters_at_most() {
    assertThat(new Topic("a".repeat(100)).name()).hasSize(100);
    assertThatThrownBy(() -> new Topic("a".repeat(101)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void topic_of_a_step_belongs_to_steps() {
    assertThat(Topic.ofStep("encode")).isEqualTo(new Topic("step.encode"));
    assertThat(new Topic("step.encode").isStep()).isTrue();
    assertThat(new Topic("stepping").isStep()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Limits.MAX_ATTEMPTS + 1, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void maxAttempts_outside_its_bounds_is_refused_with_its_value(int maxAttempts) {
    assertThatThrownBy(() -> NewJob.of(new Topic("a"), "{}", maxAttempts))
        .hasMessageContaining(Integer.toString(maxAttempts));
  }

  @Test
  void raised_limit_never_overflows() {
    assertThat(Limits.raise(5, 1)).isEqualTo(6);
    assertThat(Limits.raise(Integer.MAX_VALUE, 5)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void ids_are_positive() {
    assertThatThrownBy(() -> new JobId(0)).hasMessageContaining("0");
    assertThatThrownBy(() -> new NodeId(-1)).hasMessageContaining("-1");
  }

  @Test
  void causes_end_in_a_cycle_at_a_broken_accessor_and_in_an_endless_chain() {
    Exception inner = new Exception("inner");
    Exception outer = new Exception("outer", inner);
    inner.initCause(outer);

    assertThat(Causes.of(outer)).containsExactly(outer, inner);
    assertThat(Causes.of(new Broken())).hasSize(1);
    assertThat(Causes.of(new Endless())).hasSize(100);
  }

  private static final class Broken extends Exception {
    @Override
    public synchronized Throwable getCause() {
      throw new StackOverflowError();
    }
  }

  private static final class Endless extends Exception {
    @Override
    public synchronized Throwable getCause() {
      return new Endless();
    }
  }
}
