package dev.taskd.testkit;

import static dev.taskd.testkit.TestJobs.BURIED;
import static dev.taskd.testkit.TestJobs.FINISHED;
import static dev.taskd.testkit.TestJobs.HANDED_BACK;
import static dev.taskd.testkit.TestJobs.RETRIED_NOW;
import static dev.taskd.testkit.TestJobs.SNOOZED_NOW;
import static dev.taskd.testkit.TestJobs.buried;
import static dev.taskd.testkit.TestJobs.failure;
import static dev.taskd.testkit.TestJobs.mail;
import static dev.taskd.testkit.TestJobs.mails;
import static dev.taskd.testkit.TestJobs.retriedIn;
import static dev.taskd.testkit.TestJobs.settlement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.Lease;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How verdicts are recorded: what each makes of its job, and that each counts at most once. */
public abstract class SettlementContract extends StoreContract {
  @Test
  void finished_ends_the_job() {
    Job job = after(FINISHED);

    assertThat(job.state()).isEqualTo(JobState.DONE);
    assertThat(job.attempts()).isEqualTo(1);
    assertThat(job.finishedAt()).isNotNull();
    assertThat(job.availableAt()).isNull();
    assertGone(job);
  }

  @Test
  void cancelled_ends_the_job() {
    Job job = after(new Verdict.Cancelled());

    assertThat(job.state()).isEqualTo(JobState.CANCELLED);
    assertThat(job.finishedAt()).isNotNull();
    assertGone(job);
  }

  @Test
  void buried_keeps_the_job_with_its_reason() {
    Job job = after(buried(ErrorKind.PERMANENT));

    assertThat(job.state()).isEqualTo(JobState.DEAD);
    assertThat(job.lastError()).isEqualTo(failure(ErrorKind.PERMANENT));
    assertThat(job.finishedAt()).isNotNull();
    assertThat(job.maxAttempts()).isEqualTo(5);
    assertGone(job);
  }

  /** Neither claimable nor in anybody's hands. */
  private void assertGone(Job job) {
    assertThat(job.node()).isNull();
    assertThat(claim()).isEmpty();
    assertThat(store.jobs().held(node, null, 10)).isEmpty();
  }

  @Test
  void retried_makes_the_job_due_after_the_delay() {
    Job job = after(retriedIn(Duration.ofHours(1)));

    assertThat(job.state()).isEqualTo(JobState.PENDING);
    assertThat(job.attempts()).isEqualTo(1);
    assertThat(job.maxAttempts()).isEqualTo(5);
    assertThat(job.lastError()).isEqualTo(failure(ErrorKind.TRANSIENT));
    assertThat(job.node()).isNull();
    assertThat(job.availableAt())
        .isBetween(fromNow(Duration.ofMinutes(58)), fromNow(Duration.ofMinutes(62)));
    assertThat(store.jobs().outlook(List.of(job.topic())).nextDue())
        .isBetween(Duration.ofMinutes(58), Duration.ofMinutes(60));
    assertThat(claim()).isEmpty();
  }

  private Instant fromNow(Duration delay) {
    return store.clock().instant().plus(delay);
  }

  @Test
  void retried_without_delay_is_claimable_at_once() {
    Job job = after(RETRIED_NOW);

    assertThat(claim()).extracting(ClaimedJob::id).containsExactly(job.id());
  }

  @Test
  void snoozed_spends_nothing() {
    Job later = after(new Verdict.Snoozed(Duration.ofHours(1)));
    Job job = after(SNOOZED_NOW);

    assertThat(job.state()).isEqualTo(JobState.PENDING);
    assertThat(job.attempts()).isEqualTo(1);
    assertThat(job.maxAttempts()).isEqualTo(6);
    assertThat(job.lastError()).isNull();
    assertThat(later.availableAt()).isAfter(fromNow(Duration.ofMinutes(58)));
    assertThat(claim()).extracting(ClaimedJob::id).containsExactly(job.id());
  }

  @Test
  void a_delay_beyond_all_calendars_is_rejected_and_nothing_is_written() {
    store.jobs().add(mails(1));
    submit(TestTasks.asked(TestTasks.RESIZE));
    List<ClaimedJob> claimed = claim();
    List<Settlement> settlements =
        List.of(
            settlement(claimed.get(0), FINISHED),
            settlement(claimed.get(1), new Verdict.Snoozed(Duration.ofSeconds(Long.MAX_VALUE))));

    assertThatThrownBy(() -> store.jobs().settle(node, settlements))
        .isInstanceOf(StoreException.Rejected.class);

    assertThat(store.jobs().held(node, null, 10)).isEqualTo(claimed);
  }

  @Test
  void handed_back_gives_the_attempt_back() {
    Job job = after(HANDED_BACK);
    ClaimedJob again = claimOne();

    assertThat(job.state()).isEqualTo(JobState.PENDING);
    assertThat(job.attempts()).isZero();
    assertThat(job.maxAttempts()).isEqualTo(5);
    assertThat(job.lastError()).isNull();
    assertThat(again.attempt()).isEqualTo(1);
  }

  @Test
  void handed_back_keeps_the_crashes() {
    Job crashed = after(TestJobs.RESCUED);
    settle(claimOne(), HANDED_BACK);

    assertThat(job(crashed.id()).attempts()).isEqualTo(1);
    assertThat(job(crashed.id()).crashes()).isEqualTo(1);
  }

  @Test
  void rescued_counts_a_crash_and_keeps_the_attempt() {
    Job job = after(TestJobs.RESCUED);
    ClaimedJob again = claimOne();

    assertThat(job.state()).isEqualTo(JobState.PENDING);
    assertThat(job.attempts()).isEqualTo(1);
    assertThat(job.maxAttempts()).isEqualTo(5);
    assertThat(job.crashes()).isEqualTo(1);
    assertThat(again.crashes()).isEqualTo(1);
  }

  @Test
  void an_outcome_clears_the_crashes() {
    for (Verdict outcome : List.of(RETRIED_NOW, SNOOZED_NOW, BURIED, FINISHED)) {
      Job crashed = after(TestJobs.RESCUED);
      settle(claimOne(), outcome);

      assertThat(job(crashed.id()).crashes()).as(outcome.toString()).isZero();
      claim().forEach(job -> settle(job, FINISHED));
    }
  }

  /** Adds a job, claims it, settles it so, and looks at it. */
  private Job after(Verdict verdict) {
    JobId id = add(mail()).getFirst();
    ClaimedJob claimed =
        claim().stream().filter(job -> job.id().equals(id)).findAny().orElseThrow();
    assertThat(settle(claimed, verdict)).isEmpty();
    return job(id);
  }

  @Test
  void settle_again_is_not_stale_and_changes_nothing() {
    for (Verdict verdict : List.of(FINISHED, BURIED, RETRIED_NOW, SNOOZED_NOW, HANDED_BACK)) {
      store.jobs().add(mails(2));
      List<ClaimedJob> claimed = claim();
      settle(claimed.get(0), verdict);
      Job once = job(claimed.get(0).id());

      Set<Integer> whileOpen = settle(claimed.get(0), verdict);
      settle(claimed.get(1), FINISHED);
      Set<Integer> whenClosed = settle(claimed.get(0), verdict);

      assertThat(whileOpen).as(verdict.toString()).isEmpty();
      assertThat(whenClosed).as(verdict.toString()).isEmpty();
      assertThat(job(once.id())).isEqualTo(once);
      assertThat(store.jobReader().list(all())).extracting(Job::id).doesNotHaveDuplicates();
      claim().forEach(job -> settle(job, FINISHED));
    }
  }

  private static JobQuery all() {
    return new JobQuery(null, null, false, 1000, null);
  }

  @Test
  void settle_again_does_not_touch_the_next_attempt() {
    JobId id = add(mail()).getFirst();
    ClaimedJob first = claimOne();
    settle(first, RETRIED_NOW);
    ClaimedJob second = claimOne();

    settle(first, RETRIED_NOW);
    settle(first, FINISHED);

    assertThat(job(id).state()).isEqualTo(JobState.RUNNING);
    assertThat(claim()).isEmpty();
    assertThat(settle(second, FINISHED)).isEmpty();
    assertThat(job(id).state()).isEqualTo(JobState.DONE);
  }

  @Test
  void settle_records_what_one_call_holds_twice_once() {
    JobId id = add(mail()).getFirst();
    Settlement retried = settlement(claimOne(), RETRIED_NOW);

    Set<Integer> stale = store.jobs().settle(node, List.of(retried, retried));

    assertThat(stale).isEmpty();
    assertThat(claim()).extracting(ClaimedJob::id).containsExactly(id);
  }

  @Test
  void settle_counts_the_first_of_two_verdicts() {
    JobId id = add(mail()).getFirst();
    ClaimedJob claimed = claimOne();

    settle(claimed, FINISHED);
    settle(claimed, RETRIED_NOW);
    settle(claimed, BURIED);

    assertThat(job(id).state()).isEqualTo(JobState.DONE);
    assertThat(claim()).isEmpty();
  }

  @Test
  void settle_of_pieces_of_one_lease_at_once_loses_and_doubles_nothing() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    for (int round = 0; round < 5; round++) {
      List<JobId> ids = store.jobs().add(mails(96));
      List<ClaimedJob> claimed = new ArrayList<>(claim());
      Collections.shuffle(claimed, new Random(seed + round));
      List<List<ClaimedJob>> pieces = new ArrayList<>();
      for (int from = 0; from < claimed.size(); from += 12) {
        pieces.add(claimed.subList(from, from + 12));
      }

      List<Set<Integer>> stale =
          Together.run(
              8,
              thread -> {
                List<Settlement> piece = new ArrayList<>();
                pieces.get(thread).forEach(job -> piece.add(settlement(job, FINISHED)));
                piece.add(settlement(pieces.get((thread + 1) % 8).getFirst(), FINISHED));
                return store.jobs().settle(node, piece);
              });

      assertThat(stale).as("seed " + seed).containsOnly(Set.of());
      assertThat(ids).extracting(id -> job(id).state()).containsOnly(JobState.DONE);
      assertThat(store.jobs().held(node, null, 100)).isEmpty();
    }
  }

  @Test
  void settle_by_another_node_is_stale() {
    JobId id = add(mail()).getFirst();
    ClaimedJob claimed = claimOne();
    NodeId other = store.nodes().join();

    Set<Integer> stale = store.jobs().settle(other, List.of(settlement(claimed, FINISHED)));

    assertThat(stale).containsExactly(0);
    assertThat(job(id).state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  void settle_under_a_lease_that_never_was_is_stale() {
    add(mail());
    ClaimedJob claimed = claimOne();
    ClaimedJob foreign = with(claimed, new Lease(Long.MAX_VALUE, node), 0, claimed.attempt());

    assertThat(settle(foreign, FINISHED)).containsExactly(0);
    assertThat(job(claimed.id()).state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  void settle_of_another_attempt_or_position_is_stale() {
    store.jobs().add(mails(2));
    List<ClaimedJob> claimed = claim();
    ClaimedJob job = claimed.getFirst();

    Set<Integer> stale =
        store
            .jobs()
            .settle(
                node,
                List.of(
                    settlement(with(job, job.lease(), job.position(), 2), FINISHED),
                    settlement(with(job, job.lease(), 7, job.attempt()), FINISHED),
                    settlement(with(job, job.lease(), claimed.get(1).position(), 1), FINISHED)));

    assertThat(stale).containsExactlyInAnyOrder(0, 1, 2);
    assertThat(jobs(JobState.RUNNING)).hasSize(2);
    assertThat(store.jobs().held(node, null, 10)).isEqualTo(claimed);
  }

  private static ClaimedJob with(ClaimedJob job, Lease lease, int position, int attempt) {
    return new ClaimedJob(
        lease,
        position,
        job.id(),
        job.topic(),
        job.caution(),
        attempt,
        job.maxAttempts(),
        job.crashes(),
        job.payload(),
        job.task(),
        job.key());
  }

  @Test
  void settle_records_nothing_when_it_refuses_one_verdict() {
    JobId done = add(mail()).getFirst();
    submit(TestTasks.asked(TestTasks.RESIZE));
    JobId retried = add(mail()).getFirst();
    List<ClaimedJob> claimed = claim();
    List<Settlement> batch =
        claimed.stream()
            .map(
                job ->
                    settlement(
                        job,
                        job.id().equals(done)
                            ? FINISHED
                            : job.id().equals(retried)
                                ? RETRIED_NOW
                                : new Verdict.Finished("\"a\0b\"")))
            .toList();

    assertThatThrownBy(() -> store.jobs().settle(node, batch))
        .isInstanceOf(StoreException.Rejected.class);

    assertThat(store.jobs().held(node, null, 10)).isEqualTo(claimed);
    for (Settlement one : batch) {
      if (one.job().isStepOfTask()) {
        assertThatThrownBy(() -> store.jobs().settle(node, List.of(one)))
            .isInstanceOf(StoreException.Rejected.class);
        assertThat(settle(one.job(), buried(ErrorKind.PERMANENT))).isEmpty();
      } else {
        assertThat(store.jobs().settle(node, List.of(one))).isEmpty();
      }
    }
    assertThat(job(done).state()).isEqualTo(JobState.DONE);
    assertThat(job(retried).state()).isEqualTo(JobState.PENDING);
    assertThat(jobs(JobState.DEAD)).hasSize(1);
  }

  @Test
  void settle_of_nothing_is_nothing() {
    assertThat(store.jobs().settle(node, List.of())).isEmpty();
  }
}
