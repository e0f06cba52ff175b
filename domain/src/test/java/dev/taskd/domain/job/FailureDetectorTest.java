package dev.taskd.domain.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureDetectorTest {
  private static final NodeId A = new NodeId(1);
  private static final NodeId B = new NodeId(2);

  private final FailureDetector detector =
      new FailureDetector(Duration.ofSeconds(2), Duration.ofSeconds(15));

  @Test
  void lost_is_a_node_whose_beat_stood_still_throughout() {
    for (int second = 0; second < 15; second++) {
      assertThat(look(second, new Beat(A, 7), new Beat(B, second))).isEmpty();
    }

    assertThat(look(15, new Beat(A, 7), new Beat(B, 15))).containsExactly(new Beat(A, 7));
    assertThat(look(16, new Beat(A, 8), new Beat(B, 16))).isEmpty();
  }

  @Test
  void lost_counts_from_the_first_look_and_not_from_the_node_s_own_beginning() {
    assertThat(look(100, new Beat(A, 0))).isEmpty();
    assertThat(look(101, new Beat(A, 0))).isEmpty();
  }

  @Test
  void gap_of_the_observer_lets_all_begin_anew() {
    look(0, new Beat(A, 7));
    look(2, new Beat(A, 7));
    assertThat(look(100, new Beat(A, 7))).isEmpty();
    for (int second = 102; second < 115; second += 2) {
      assertThat(look(second, new Beat(A, 7))).isEmpty();
    }
    assertThat(look(115, new Beat(A, 7))).hasSize(1);
  }

  @Test
  void gap_is_more_than_two_heartbeats() {
    look(0, new Beat(A, 7));
    for (int second = 4; second < 15; second += 4) {
      assertThat(look(second, new Beat(A, 7))).isEmpty();
    }
    assertThat(look(16, new Beat(A, 7))).hasSize(1);
  }

  @Test
  void answer_that_took_too_long_is_a_gap() {
    look(0, new Beat(A, 7));
    detector.lost(seconds(1), seconds(14), List.of(new Beat(A, 7)));

    assertThat(look(15, new Beat(A, 7))).isEmpty();
    assertThat(look(16, new Beat(A, 7))).isEmpty();
  }

  @Test
  void what_was_seen_at_the_end_of_a_slow_look_counts_from_its_end() {
    detector.lost(seconds(0), seconds(3), List.of(new Beat(A, 7)));
    for (int second = 5; second < 18; second += 2) {
      assertThat(look(second, new Beat(A, 7))).isEmpty();
    }

    assertThat(look(18, new Beat(A, 7))).hasSize(1);
  }

  @Test
  void node_that_went_and_came_is_new() {
    look(0, new Beat(A, 7));
    look(2);
    for (int second = 4; second < 19; second += 2) {
      assertThat(look(second, new Beat(A, 7))).isEmpty();
    }
    assertThat(look(19, new Beat(A, 7))).hasSize(1);
  }

  @Test
  void next_due_is_when_the_first_would_be_lost() {
    assertThat(detector.nextDue()).isNull();
    look(0, new Beat(A, 7), new Beat(B, 1));
    look(2, new Beat(A, 7), new Beat(B, 2));

    assertThat(detector.nextDue()).isEqualTo(seconds(15));
    look(3, new Beat(B, 3));
    assertThat(detector.nextDue()).isEqualTo(seconds(18));
  }

  private List<Beat> look(int second, Beat... beats) {
    return detector.lost(seconds(second), seconds(second), List.of(beats));
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }
}
