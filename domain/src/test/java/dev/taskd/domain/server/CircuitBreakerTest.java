package dev.taskd.domain.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.server.CircuitBreaker.Permit;
import dev.taskd.domain.server.CircuitBreaker.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
  private static final Duration NOW = Duration.ofHours(1);
  private static final BreakerRule RULE =
      new BreakerRule(
          3,
          10,
          6,
          new Backoff(Duration.ofSeconds(10), Duration.ofSeconds(40)),
          Duration.ofSeconds(30));

  private final CircuitBreaker breaker = new CircuitBreaker(RULE, new Random(1));

  @Test
  void closed_breaker_opens_at_so_many_failures_in_a_row() {
    fail(2);
    assertThat(state()).isEqualTo(State.CLOSED);
    fail(1);
    assertThat(state()).isEqualTo(State.OPEN);
    assertThat(breaker.admit(NOW)).isInstanceOf(Admission.Refused.class);
  }

  @Test
  void accepted_submission_ends_a_row_of_failed_ones() {
    fail(2);
    permit(NOW).answered();
    fail(2);
    assertThat(state()).isEqualTo(State.CLOSED);
  }

  @Test
  void server_that_accepts_everything_and_answers_rubbish_is_found() {
    for (int i = 0; i < 3; i++) {
      permit(NOW).answered();
      breaker.badAnswer(NOW);
    }
    assertThat(state()).isEqualTo(State.OPEN);
  }

  @Test
  void good_answer_ends_both_rows() {
    fail(2);
    breaker.badAnswer(NOW);
    breaker.badAnswer(NOW);
    breaker.goodAnswer();
    fail(2);
    breaker.badAnswer(NOW);
    breaker.badAnswer(NOW);
    assertThat(state()).isEqualTo(State.CLOSED);
  }

  @Test
  void server_that_fails_more_often_than_not_is_found_without_a_row() {
    for (int i = 0; i < 3; i++) {
      fail(2);
      assertThat(state()).isEqualTo(State.CLOSED);
      permit(NOW).answered();
    }
    assertThat(state()).isEqualTo(State.CLOSED);
    fail(1);
    assertThat(state()).isEqualTo(State.OPEN);
  }

  @Test
  void what_is_neutral_says_nothing() {
    for (int i = 0; i < 100; i++) {
      permit(NOW).neutral();
    }
    assertThat(state()).isEqualTo(State.CLOSED);
    assertThat(breaker.view(NOW).failures()).isZero();
  }

  @Test
  void open_breaker_says_how_long_and_then_lets_one_probe_through() {
    open();
    Duration wait = breaker.view(NOW).again();
    assertThat(wait).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
    assertThat(breaker.admit(NOW.plus(wait).minusMillis(1)))
        .isEqualTo(new Admission.Refused(Duration.ofMillis(1)));

    Duration later = NOW.plus(wait);
    permit(later);

    assertThat(state()).isEqualTo(State.HALF_OPEN);
    for (int i = 0; i < 200; i++) {
      assertThat(breaker.admit(later)).isInstanceOf(Admission.Refused.class);
    }
  }

  @Test
  void probe_that_failed_opens_it_again_at_once_and_for_longer() {
    open();
    Duration first = breaker.view(NOW).again();
    Duration later = NOW.plus(first);
    permit(later).failed(later);
    assertThat(state()).isEqualTo(State.OPEN);
    assertThat(breaker.view(later).again()).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void probe_that_was_accepted_closes_it_on_probation() {
    open();
    Duration later = NOW.plusSeconds(60);
    permit(later).answered();
    assertThat(state()).isEqualTo(State.CLOSED);

    permit(later).answered();
    breaker.badAnswer(later);

    assertThat(state()).isEqualTo(State.OPEN);
  }

  @Test
  void failed_submission_on_probation_opens_it_at_once() {
    open();
    Duration later = NOW.plusSeconds(60);
    permit(later).answered();
    permit(later).failed(later);
    assertThat(state()).isEqualTo(State.OPEN);
  }

  @Test
  void good_answer_ends_the_probation() {
    open();
    Duration later = NOW.plusSeconds(60);
    permit(later).answered();
    breaker.goodAnswer();
    breaker.badAnswer(later);
    breaker.badAnswer(later);
    assertThat(state()).isEqualTo(State.CLOSED);
  }

  @Test
  void neutral_probe_frees_its_slot_at_once() {
    open();
    Duration later = NOW.plusSeconds(60);
    permit(later).neutral();
    permit(later);
    assertThat(state()).isEqualTo(State.HALF_OPEN);
  }

  @Test
  void lost_probe_holds_its_slot_no_longer_than_its_time() {
    open();
    Duration later = NOW.plusSeconds(60);
    Permit lost = permit(later);
    assertThat(breaker.admit(later.plusSeconds(30).minusNanos(1)))
        .isInstanceOf(Admission.Refused.class);

    Permit second = permit(later.plusSeconds(30));
    lost.answered();
    assertThat(state()).as("the lost one decides nothing any more").isEqualTo(State.HALF_OPEN);
    second.answered();
    assertThat(state()).isEqualTo(State.CLOSED);
  }

  @Test
  void permit_from_before_it_opened_changes_nothing() {
    List<Permit> early = List.of(permit(NOW), permit(NOW), permit(NOW), permit(NOW));
    open();
    early.get(0).answered();
    early.get(1).failed(NOW.plusSeconds(5));
    assertThat(state()).isEqualTo(State.OPEN);
    permit(NOW.plusSeconds(60));
    early.get(2).answered();
    early.get(3).failed(NOW.plusSeconds(60));
    assertThat(state()).as("while a probe is under way").isEqualTo(State.HALF_OPEN);
  }

  @Test
  void permit_from_before_it_opened_makes_up_for_no_failure_after_it() {
    List<Permit> early = List.of(permit(NOW), permit(NOW));
    open();
    Duration later = NOW.plusSeconds(60);
    permit(later).answered();
    breaker.goodAnswer();
    for (Permit stale : early) {
      permit(later).failed(later);
      stale.answered();
    }
    permit(later).failed(later);
    assertThat(state()).isEqualTo(State.OPEN);
  }

  @Test
  void good_answer_to_an_earlier_submission_does_not_close_it() {
    open();
    breaker.goodAnswer();
    assertThat(state()).isEqualTo(State.OPEN);
  }

  @Test
  void permit_counts_once() {
    Permit permit = permit(NOW);
    permit.failed(NOW);
    permit.failed(NOW);
    permit.answered();
    assertThat(breaker.view(NOW).failures()).isEqualTo(1);
  }

  /** A late success from before must never undo what was seen after. */
  @Test
  void stale_permits_of_many_threads_never_close_a_new_generation() throws Exception {
    for (int round = 0; round < 300; round++) {
      CircuitBreaker raced = new CircuitBreaker(RULE, new Random(round));
      List<Permit> stale = new ArrayList<>();
      for (int i = 0; i < 15; i++) {
        stale.add(((Admission.Admitted) raced.admit(NOW)).permit());
      }
      for (int i = 0; i < 3; i++) {
        ((Admission.Admitted) raced.admit(NOW)).permit().failed(NOW);
      }
      Duration later = NOW.plusSeconds(60);
      ((Admission.Admitted) raced.admit(later)).permit().answered();
      raced.goodAnswer();
      CyclicBarrier start = new CyclicBarrier(stale.size() + 1);
      AtomicBoolean open = new AtomicBoolean();
      List<Thread> threads = new ArrayList<>();
      for (Permit permit : stale) {
        threads.add(started(start, permit::answered));
      }
      threads.add(
          started(
              start,
              () -> {
                for (int i = 0; i < 3; i++) {
                  ((Admission.Admitted) raced.admit(later)).permit().failed(later);
                }
                open.set(raced.view(later).state() == State.OPEN);
              }));
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(open).as("round %d", round).isTrue();
    }
  }

  private static Thread started(CyclicBarrier start, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                start.await();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
              work.run();
            });
    thread.start();
    return thread;
  }

  @Test
  void rule_that_makes_no_sense_is_refused() {
    Backoff backoff = RULE.coolDown();
    Duration probe = RULE.longestProbe();
    assertThatThrownBy(() -> new BreakerRule(0, 10, 5, backoff, probe)).hasMessageContaining("0");
    assertThatThrownBy(() -> new BreakerRule(1, 65, 5, backoff, probe)).hasMessageContaining("65");
    assertThatThrownBy(() -> new BreakerRule(1, 10, 11, backoff, probe)).hasMessageContaining("11");
    assertThatThrownBy(() -> new BreakerRule(1, 10, 5, backoff, Duration.ZERO))
        .hasMessageContaining("PT0S");
  }

  private State state() {
    return breaker.view(NOW).state();
  }

  private void open() {
    fail(3);
    assertThat(state()).isEqualTo(State.OPEN);
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      permit(NOW).failed(NOW);
    }
  }

  private Permit permit(Duration now) {
    return ((Admission.Admitted) breaker.admit(now)).permit();
  }
}
