package dev.taskd.testkit;

import static dev.taskd.testkit.TestJobs.BURIED;
import static dev.taskd.testkit.TestJobs.FINISHED;
import static dev.taskd.testkit.TestJobs.RETRIED_NOW;
import static dev.taskd.testkit.TestJobs.mail;
import static dev.taskd.testkit.TestJobs.mails;
import static dev.taskd.testkit.TestJobs.settlement;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Roster;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.JobStore.Revival;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How jobs are taken from a lost node, and how an operator brings a dead one back. */
public abstract class RescueContract extends StoreContract {
  @Test
  void held_shows_in_pages_what_is_not_settled() {
    store.jobs().add(mails(8));
    List<ClaimedJob> open = new ArrayList<>(claim(3));
    open.addAll(claim(5));
    settle(open.remove(4), FINISHED);
    settle(open.remove(0), RETRIED_NOW);

    List<ClaimedJob> paged = new ArrayList<>();
    for (List<ClaimedJob> page = store.jobs().held(node, null, 2); !page.isEmpty(); ) {
      assertThat(page).hasSizeLessThanOrEqualTo(2);
      paged.addAll(page);
      assertThat(paged).doesNotHaveDuplicates();
      page = store.jobs().held(node, page.getLast(), 2);
    }

    assertThat(paged).isEqualTo(open);
  }

  @Test
  void held_goes_on_after_a_page_that_was_settled_meanwhile() {
    store.jobs().add(mails(6));
    List<ClaimedJob> claimed = new ArrayList<>(claim(3));
    claimed.addAll(claim(3));
    List<ClaimedJob> first = store.jobs().held(node, null, 3);

    first.forEach(this::rescue);

    assertThat(first).isEqualTo(claimed.subList(0, 3));
    assertThat(store.jobs().held(node, first.getLast(), 10)).isEqualTo(claimed.subList(3, 6));
  }

  @Test
  void held_shows_steps_with_their_input_and_only_the_node_asked_for() {
    submit(TestTasks.asked(TestTasks.RESIZE));
    List<ClaimedJob> claimed = claim();
    NodeId other = store.nodes().join();

    assertThat(store.jobs().held(node, null, 10)).isEqualTo(claimed);
    assertThat(store.jobs().held(other, null, 10)).isEmpty();
  }

  @Test
  void rescue_moves_all_that_a_node_holds() {
    store.jobs().add(mails(5));
    List<ClaimedJob> claimed = claim();
    NodeId rescuer = store.nodes().join();

    store.jobs().held(node, null, 10).forEach(this::rescue);
    store.nodes().leave(node);

    assertThat(jobs(JobState.PENDING))
        .hasSize(5)
        .extracting(job -> requireNonNull(job.lastError()).kind())
        .containsOnly(ErrorKind.WORKER_LOST);
    assertThat(store.nodes().beat(rescuer)).contains(new Roster(List.of(), List.of()));
    node = rescuer;
    assertThat(claim()).hasSameSizeAs(claimed).extracting(ClaimedJob::attempt).containsOnly(2);
  }

  @Test
  void a_lost_node_buries_a_job_at_its_limit_of_attempts() {
    JobId once = add(mail(1)).getFirst();
    rescue(claimOne());
    JobId twice = add(mail(2)).getFirst();
    rescue(claimOne());
    rescue(claimOne());

    assertDeadOfCrashes(once, 1);
    assertDeadOfCrashes(twice, 2);
  }

  @Test
  void a_lost_node_buries_a_job_at_the_limit_of_crashes() {
    JobId id = add(mail(100)).getFirst();

    for (int crash = 0; crash < MAX_CRASHES; crash++) {
      rescue(claimOne());
    }

    assertDeadOfCrashes(id, MAX_CRASHES);
  }

  private void assertDeadOfCrashes(JobId id, int crashes) {
    Job job = job(id);
    assertThat(job.state()).isEqualTo(JobState.DEAD);
    assertThat(job.attempts()).isEqualTo(crashes);
    assertThat(job.crashes()).isEqualTo(crashes);
    assertThat(job.lastError()).extracting(error -> error.kind()).isEqualTo(ErrorKind.WORKER_LOST);
    assertThat(claim()).isEmpty();
  }

  @Test
  void settle_after_a_rescue_is_stale_and_changes_nothing() {
    store.jobs().add(mails(3));
    List<ClaimedJob> claimed = claim();
    rescue(claimed.get(0));
    rescue(claimed.get(1));
    NodeId other = store.nodes().join();
    ClaimedJob taken =
        store.jobs().claim(other, List.of(TestJobs.demand(1, TestJobs.MAIL))).getFirst();

    Set<Integer> stale =
        store.jobs().settle(node, claimed.stream().map(job -> settlement(job, FINISHED)).toList());

    assertThat(stale).containsExactlyInAnyOrder(0, 1);
    assertThat(job(claimed.get(0).id()).state()).isEqualTo(JobState.RUNNING);
    assertThat(job(claimed.get(0).id()).node()).isEqualTo(other);
    assertThat(job(claimed.get(1).id()).state()).isEqualTo(JobState.PENDING);
    assertThat(job(claimed.get(2).id()).state()).isEqualTo(JobState.DONE);
    assertThat(settle(taken, BURIED)).isEmpty();
    assertThat(job(taken.id()).state()).isEqualTo(JobState.DEAD);
  }

  @Test
  void settle_after_a_rescue_of_the_whole_lease_is_stale() {
    JobId rescued = add(mail()).getFirst();
    ClaimedJob lost = claimOne();
    rescue(lost);

    assertThat(settle(lost, FINISHED)).containsExactly(0);
    assertThat(job(rescued).state()).isEqualTo(JobState.PENDING);
  }

  @Test
  void settle_after_a_burial_by_rescue_is_stale() {
    JobId id = add(mail(1)).getFirst();
    ClaimedJob lost = claimOne();
    rescue(lost);

    assertThat(settle(lost, FINISHED)).containsExactly(0);
    assertThat(job(id).state()).isEqualTo(JobState.DEAD);
  }

  @Test
  void rescue_of_what_was_settled_meanwhile_is_stale() {
    for (Verdict verdict : List.of(FINISHED, RETRIED_NOW, BURIED)) {
      JobId id = add(mail()).getFirst();
      ClaimedJob claimed = claimOne();
      settle(claimed, verdict);
      Job settled = job(id);

      assertThat(rescue(claimed)).as(verdict.toString()).containsExactly(0);
      assertThat(job(id)).isEqualTo(settled);
      claim().forEach(job -> settle(job, FINISHED));
    }
  }

  @Test
  void retry_makes_a_dead_job_pending_with_a_new_budget() {
    JobId id = add(mail(2)).getFirst();
    settle(claimOne(), RETRIED_NOW);
    settle(claimOne(), BURIED);

    Revival revival = store.jobs().retry(id, 3);
    Job revived = job(id);
    settle(claimOne(), RETRIED_NOW);
    Job failedAgain = job(id);

    assertThat(revival).isEqualTo(Revival.RETRIED);
    assertThat(revived.state()).isEqualTo(JobState.PENDING);
    assertThat(revived.attempts()).isEqualTo(2);
    assertThat(revived.maxAttempts()).isEqualTo(5);
    assertThat(revived.lastError()).isEqualTo(TestJobs.failure(ErrorKind.EXHAUSTED));
    assertThat(revived.finishedAt()).isNull();
    assertThat(failedAgain.state()).isEqualTo(JobState.PENDING);
    assertThat(failedAgain.attempts()).isEqualTo(3);
  }

  @Test
  void retry_never_lowers_a_limit() {
    JobId id = add(mail(10)).getFirst();
    settle(claimOne(), TestJobs.buried(ErrorKind.PERMANENT));

    store.jobs().retry(id, 1);

    assertThat(job(id).maxAttempts()).isGreaterThanOrEqualTo(10);
  }

  @Test
  void retry_of_a_job_that_is_not_dead_changes_nothing() {
    List<JobId> ids = add(mail(), mail());
    settle(claimOne(), FINISHED);
    Job done = job(ids.get(0));
    Revival ofDone = store.jobs().retry(ids.get(0), 3);
    Revival ofPending = store.jobs().retry(ids.get(1), 3);
    claim();
    Revival ofRunning = store.jobs().retry(ids.get(1), 3);

    assertThat(List.of(ofDone, ofPending, ofRunning)).containsOnly(Revival.NOT_DEAD);
    assertThat(store.jobs().retry(new JobId(Long.MAX_VALUE), 3)).isEqualTo(Revival.UNKNOWN);
    assertThat(job(ids.get(0))).isEqualTo(done);
    assertThat(job(ids.get(1)).maxAttempts()).isEqualTo(5);
  }

  @Test
  void retry_many_times_at_once_revives_once() {
    JobId id = add(mail()).getFirst();
    settle(claimOne(), BURIED);

    List<Revival> revivals = Together.run(20, thread -> store.jobs().retry(id, 3));

    assertThat(revivals).filteredOn(Revival.RETRIED::equals).hasSize(1);
    assertThat(revivals).filteredOn(Revival.NOT_DEAD::equals).hasSize(19);
    assertThat(claim()).hasSize(1);
  }

  @Test
  void retry_of_a_job_that_killed_its_nodes_stays_careful() {
    JobId once = add(mail(1)).getFirst();
    rescue(claimOne());
    store.jobs().retry(once, 5);
    ClaimedJob afterOneCrash = claimOne();

    JobId often = add(mail(100)).getFirst();
    for (int crash = 0; crash < MAX_CRASHES; crash++) {
      rescue(claimOne());
    }
    store.jobs().retry(often, 5);

    assertThat(afterOneCrash.caution()).isEqualTo(Caution.FREE_WORKER);
    assertThat(claimOne().caution()).isEqualTo(Caution.ALONE);
  }

  @Test
  void settle_after_a_burial_and_a_retry_is_stale() {
    JobId id = add(mail(1)).getFirst();
    ClaimedJob lost = claimOne();
    rescue(lost);
    store.jobs().retry(id, 3);

    assertThat(settle(lost, FINISHED)).containsExactly(0);
    assertThat(job(id).state()).isEqualTo(JobState.PENDING);
  }
}
