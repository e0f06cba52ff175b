package dev.taskd.application.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.application.dispatcher.FlakyStore.Fault;
import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DispatcherTest {
  private final Bench bench = new Bench();

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

    assertThat(bench.flaky.calls.stream().filter("claim"::equals)).hasSize(1);
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
  void outage_is_told_to_health_and_ends_with_the_next_claim() {
    bench.health.ready(true);
    bench.flaky.claimsGoWrong(Fault.REQUEST_LOST);

    bench.dispatcher.turn();
    assertThat(bench.health.obstacles()).containsExactly("the store is away");

    bench.dispatcher.turn();
    assertThat(bench.health.obstacles()).isEmpty();
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
  void job_that_must_run_alone_is_taken_when_nothing_else_is_in_hand_and_keeps_others_out() {
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
        jobs.stream()
            .map(job -> new Settlement(job, new Verdict.Finished(null), Duration.ZERO))
            .toList());
    jobs.forEach(bench.hands::release);
    bench.pool.close();
  }

  private Duration wait1() {
    return bench.dispatcher.turn();
  }
}
