package dev.taskd.application.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.application.dispatcher.FlakyStore.Fault;
import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DispatcherTest {
  private Bench bench = new Bench();

  @Test
  void turn_claims_no_more_than_a_batch_and_comes_back_at_once_while_it_is_full() {
    bench.add(10);

    assertThat(bench.dispatcher.turn()).isZero();

    assertThat(bench.tally.counts().claimed()).isEqualTo(4);
    assertThat(bench.memory.counts().pending()).isEqualTo(6);
  }

  @Test
  void turn_claims_nothing_while_enough_jobs_wait() {
    bench.add(10);
    bench.dispatcher.turn();

    bench.dispatcher.turn();

    assertThat(bench.tally.counts().claimed()).isEqualTo(4);
    assertThat(bench.memory.counts().pending()).isEqualTo(6);
  }

  @Test
  void wait_doubles_while_nothing_comes_up_to_the_longest() {
    assertThat(List.of(wait1(), wait1(), wait1(), wait1(), wait1(), wait1(), wait1()))
        .containsExactly(
            Duration.ofMillis(100),
            Duration.ofMillis(200),
            Duration.ofMillis(400),
            Duration.ofMillis(800),
            Duration.ofMillis(1600),
            Duration.ofSeconds(2),
            Duration.ofSeconds(2));
    bench.add(1);
    assertThat(wait1()).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void wait_ends_when_the_next_job_is_due() {
    for (int i = 0; i < 10; i++) {
      wait1();
    }
    bench.memory.add(
        List.of(
            new NewJob(
                Bench.MAIL, Priority.NORMAL, "{}", Instant.now().plusMillis(700), 5, null, null)));

    assertThat(wait1()).isLessThanOrEqualTo(Duration.ofMillis(700));
  }

  @Test
  void stopped_dispatcher_claims_nothing() {
    bench.add(1);
    bench.dispatcher.stop();

    bench.dispatcher.turn();

    assertThat(bench.flaky.calls).isEmpty();
  }

  @Test
  void claim_that_fails_makes_the_heart_beat() throws InterruptedException {
    bench.flaky.claimsGoWrong(Fault.REQUEST_LOST);

    bench.dispatcher.turn();
    boolean doubted = bench.health.outage().doubts().await(Duration.ZERO);
    bench.dispatcher.turn();

    assertThat(doubted).isTrue();
    assertThat(bench.health.outage().doubts().await(Duration.ZERO)).isFalse();
  }

  @Test
  void jobs_whose_claim_was_not_heard_of_are_handed_back() {
    bench.add(3);
    bench.flaky.claimsGoWrong(Fault.REPLY_LOST);

    bench.dispatcher.turn();
    assertThat(bench.memory.counts().running()).isEqualTo(3);
    bench.dispatcher.turn();

    assertThat(bench.settled)
        .hasSize(3)
        .extracting(Settlement::verdict)
        .containsOnly(new Verdict.HandedBack());
  }

  @Test
  void claim_that_the_store_makes_after_its_reply_was_given_up_is_found() {
    bench.flaky.claimsGoWrong(Fault.REQUEST_LOST);
    bench.dispatcher.turn();
    bench.dispatcher.turn();
    bench.add(3);
    List<ClaimedJob> late =
        bench.memory.claim(bench.node, List.of(new Demand(List.of(Bench.MAIL), 3, 3, false)));

    bench.nanos += Duration.ofSeconds(29).toNanos();
    bench.dispatcher.turn();

    assertThat(bench.settled)
        .containsExactlyInAnyOrderElementsOf(
            late.stream().map(job -> new Settlement(job, new Verdict.HandedBack())).toList());
  }

  @Test
  void store_is_not_asked_for_lost_claims_for_ever() {
    bench.flaky.claimsGoWrong(Fault.REQUEST_LOST);
    bench.dispatcher.turn();
    bench.nanos += Duration.ofSeconds(30).toNanos();
    bench.dispatcher.turn();
    bench.flaky.calls.clear();

    bench.nanos += Duration.ofSeconds(30).toNanos();
    bench.dispatcher.turn();

    assertThat(bench.flaky.calls).doesNotContain("held");
  }

  @Test
  void job_that_must_run_alone_is_taken_when_nothing_else_is_in_hand_and_keeps_others_out() {
    bench = new Bench(40);
    pill();
    bench.add(3);

    bench.dispatcher.turn();
    List<ClaimedJob> others = held();
    assertThat(others).hasSize(3).extracting(ClaimedJob::caution).containsOnly(Caution.NONE);

    bench.dispatcher.turn();
    assertThat(held()).hasSize(3);

    finish(others);
    bench.add(3);
    bench.dispatcher.turn();
    assertThat(held()).extracting(ClaimedJob::caution).containsExactly(Caution.ALONE);
    bench.dispatcher.turn();
    assertThat(held()).hasSize(1);
  }

  @Test
  void paused_queue_is_not_claimed_for_by_a_node_that_has_just_started() {
    bench.add(3);
    bench.memory.pause(Queue.DEFAULT);

    bench.dispatcher.turn();

    assertThat(bench.memory.counts().pending()).isEqualTo(3);
  }

  @Test
  void pause_hands_back_what_was_claimed_and_not_started() {
    bench.add(3);
    bench.dispatcher.turn();

    bench.pool.pause(Set.of(Queue.DEFAULT));

    assertThat(bench.settled)
        .hasSize(3)
        .extracting(Settlement::verdict)
        .containsOnly(new Verdict.HandedBack());
  }

  @Test
  void resumed_queue_is_claimed_for_in_the_next_turn() {
    bench.add(3);
    bench.memory.pause(Queue.DEFAULT);
    bench.dispatcher.turn();
    bench.dispatcher.turn();
    bench.memory.resume(Queue.DEFAULT);

    bench.dispatcher.turn();

    assertThat(bench.memory.counts().running()).isEqualTo(3);
  }

  @Test
  void job_that_must_run_alone_and_is_of_a_paused_queue_holds_nothing_back() {
    pill();
    bench.memory.pause(Queue.DEFAULT);

    bench.dispatcher.turn();
    bench.dispatcher.turn();

    assertThat(held()).isEmpty();
  }

  @Test
  void busy_node_stops_claiming_for_a_job_that_must_run_alone_and_goes_on_if_in_vain() {
    bench = new Bench(100);
    pill();
    bench.add(1);
    bench.dispatcher.turn();

    assertThat(claimsAfter(4)).isTrue();
    assertThat(claimsAfter(1)).isFalse();
    assertThat(claimsAfter(29)).isFalse();
    assertThat(claimsAfter(1)).isTrue();
    assertThat(claimsAfter(19)).isTrue();
    assertThat(claimsAfter(1)).isFalse();
    assertThat(claimsAfter(30)).isTrue();
    assertThat(claimsAfter(79)).isTrue();
    assertThat(claimsAfter(1)).isFalse();
  }

  private boolean claimsAfter(int seconds) {
    int before = held().size();
    bench.nanos += Duration.ofSeconds(seconds).toNanos();
    bench.add(1);
    bench.dispatcher.turn();
    return held().size() > before;
  }

  private void pill() {
    bench.memory.add(List.of(NewJob.of(Bench.MAIL, "{}", 9)));
    for (int crash = 1; crash <= 2; crash++) {
      NodeId lost = bench.memory.join();
      bench.memory.claim(lost, List.of(new Demand(List.of(Bench.MAIL), 1, 1, true)));
      bench.rescueFrom(lost);
    }
  }

  private List<ClaimedJob> held() {
    return bench.memory.held(bench.node, null, 100);
  }

  private void finish(List<ClaimedJob> jobs) {
    bench.memory.settle(
        bench.node,
        jobs.stream().map(job -> new Settlement(job, new Verdict.Finished(null))).toList());
    jobs.forEach(bench.hands::release);
  }

  private Duration wait1() {
    return bench.dispatcher.turn();
  }
}
