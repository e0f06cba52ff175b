package dev.taskd.application.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.application.dispatcher.FlakyStore.Fault;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettlerTest {
  private final Bench bench = new Bench();

  @Test
  void turn_writes_all_that_has_gathered_at_once() throws Exception {
    bench.add(10);
    finish(bench.claim(10));

    bench.settler.turn();

    assertThat(bench.flaky.calls).containsExactly("settle");
    assertThat(bench.memory.counts().done()).isEqualTo(10);
    assertThat(bench.tally.counts().succeeded()).isEqualTo(10);
    assertThat(bench.hands.isEmpty()).isTrue();
  }

  @Test
  void verdict_whose_write_is_lost_is_written_again_and_never_turned_into_a_failure()
      throws Exception {
    bench.flaky.settlesGoWrong(Fault.REQUEST_LOST, Fault.REQUEST_LOST, Fault.REQUEST_LOST);
    bench.add(4);
    finish(bench.claim(4));

    turnUntilWritten();

    assertThat(bench.memory.counts().done()).isEqualTo(4);
    assertThat(bench.tally.counts().succeeded()).isEqualTo(4);
    assertThat(bench.tally.counts().buried()).isZero();
  }

  @Test
  void verdict_whose_reply_is_lost_is_recorded_once_and_is_not_stale() throws Exception {
    bench.flaky.settlesGoWrong(Fault.REPLY_LOST);
    bench.add(4);
    finish(bench.claim(4));

    turnUntilWritten();

    assertThat(bench.memory.counts().done()).isEqualTo(4);
    assertThat(bench.tally.counts().stale()).isZero();
    assertThat(bench.tally.counts().succeeded()).isEqualTo(4);
  }

  @Test
  void verdict_that_is_held_up_does_not_hold_up_the_others() throws Exception {
    bench.add(8);
    List<ClaimedJob> jobs = bench.claim(8);
    bench.flaky.settlesGoWrong(Fault.REQUEST_LOST, Fault.REQUEST_LOST);
    finish(jobs);

    bench.settler.turn();
    bench.settler.turn();

    assertThat(bench.memory.counts().done()).isGreaterThanOrEqualTo(4);
    turnUntilWritten();
    assertThat(bench.memory.counts().done()).isEqualTo(8);
  }

  @Test
  void verdicts_that_waited_for_the_store_are_written_together_when_it_is_back() throws Exception {
    bench.add(8);
    List<ClaimedJob> jobs = bench.claim(8);
    bench.flaky.settlesGoWrong(Fault.REQUEST_LOST, Fault.REQUEST_LOST, Fault.REQUEST_LOST);
    finish(jobs.subList(0, 4));

    bench.settler.turn();
    bench.health.outage().begun(FlakyStore.away());
    finish(jobs.subList(4, 8));
    bench.settler.turn();
    bench.health.outage().over();
    bench.settler.turn();

    assertThat(bench.memory.counts().done()).isEqualTo(8);
    assertThat(bench.flaky.calls).containsOnly("settle").hasSize(4);
  }

  @Test
  void verdict_that_is_refused_is_found_and_kills_its_job_alone() throws Exception {
    bench.add(8);
    List<ClaimedJob> jobs = bench.claim(8);
    finish(jobs);
    bench.flaky.refuses(finished(jobs.get(5)));

    turnUntilWritten();

    assertThat(bench.memory.find(jobs.get(5).id()).orElseThrow().state()).isEqualTo(JobState.DEAD);
    assertThat(bench.memory.counts().done()).isEqualTo(7);
  }

  @Test
  void fault_of_the_store_loses_nothing() throws Exception {
    bench.add(4);
    List<ClaimedJob> jobs = bench.claim(4);
    bench.flaky.settlesGoWrong(Fault.BROKEN);
    finish(jobs);

    turnUntilWritten();

    assertThat(bench.memory.counts().done()).isEqualTo(4);
  }

  @Test
  void verdict_that_is_refused_alone_ends_its_job_for_a_fixed_reason() throws Exception {
    bench.add(1);
    ClaimedJob job = bench.claim(1).getFirst();
    bench.flaky.settlesGoWrong(Fault.REFUSED);
    finish(List.of(job));

    turnUntilWritten();

    Job dead = bench.memory.find(job.id()).orElseThrow();
    assertThat(dead.state()).isEqualTo(JobState.DEAD);
    assertThat(dead.lastError()).isNotNull();
    assertThat(dead.lastError().kind()).isEqualTo(ErrorKind.PERMANENT);
    assertThat(dead.lastError().message().value()).isEqualTo("its outcome could not be recorded");
  }

  @Test
  void verdict_that_came_too_late_is_counted_and_changes_nothing() throws Exception {
    bench.add(1);
    ClaimedJob job = bench.claim(1).getFirst();
    bench.rescueFrom(bench.node);
    finish(List.of(job));

    turnUntilWritten();

    assertThat(bench.tally.counts().stale()).isEqualTo(1);
    assertThat(bench.tally.counts().succeeded()).isZero();
    Job rescued = bench.memory.find(job.id()).orElseThrow();
    assertThat(rescued.state()).isEqualTo(JobState.PENDING);
    assertThat(rescued.crashes()).isEqualTo(1);
  }

  private void finish(List<ClaimedJob> jobs) {
    for (ClaimedJob job : jobs) {
      bench.settler.add(finished(job));
    }
  }

  private static Settlement finished(ClaimedJob job) {
    return new Settlement(job, new Verdict.Finished(null));
  }

  private void turnUntilWritten() throws InterruptedException {
    for (int turns = 0; !bench.hands.isEmpty(); turns++) {
      assertThat(turns).isLessThan(20);
      bench.settler.turn();
    }
  }
}
