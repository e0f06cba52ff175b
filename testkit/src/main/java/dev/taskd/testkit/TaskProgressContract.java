package dev.taskd.testkit;

import static dev.taskd.testkit.TestJobs.BURIED;
import static dev.taskd.testkit.TestJobs.FINISHED;
import static dev.taskd.testkit.TestJobs.HANDED_BACK;
import static dev.taskd.testkit.TestJobs.RESCUED;
import static dev.taskd.testkit.TestJobs.RETRIED_NOW;
import static dev.taskd.testkit.TestJobs.SNOOZED_NOW;
import static dev.taskd.testkit.TestJobs.settlement;
import static dev.taskd.testkit.TestTasks.APPROVAL;
import static dev.taskd.testkit.TestTasks.RESIZE;
import static dev.taskd.testkit.TestTasks.TRANSCODE;
import static dev.taskd.testkit.TestTasks.asked;
import static dev.taskd.testkit.TestTasks.telling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.JobStore.Revival;
import dev.taskd.domain.port.TaskStore.Change;
import dev.taskd.domain.task.EventType;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskError;
import dev.taskd.domain.task.TaskState;
import dev.taskd.domain.task.TimelineEntry;
import dev.taskd.domain.task.TimelineEntry.What;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a task moves with the jobs of its steps, is cancelled, and is reopened. */
public abstract class TaskProgressContract extends StoreContract {
  @Test
  void a_finished_step_makes_the_job_of_the_next_one() {
    Task task = submit(asked(TRANSCODE));
    ClaimedJob probe = claimOne();
    settle(probe, new Verdict.Finished("\"probed\""));
    Task between = task(task.id());
    ClaimedJob encode = claimOne();

    assertThat(between.state()).isEqualTo(TaskState.PENDING);
    assertThat(between.stepName()).isEqualTo("encode");
    assertThat(between.job()).isEqualTo(encode.id());
    assertThat(between.result()).isNull();
    assertThat(encode.topic()).isEqualTo(TestTasks.ENCODE);
    assertThat(encode.attempt()).isEqualTo(1);
    assertThat(encode.payload()).isEqualTo(task.input());
    assertThat(told()).hasSize(1);
  }

  @Test
  void the_last_finished_step_ends_the_task_with_its_result() {
    Task task = submit(asked(TRANSCODE));
    settle(claimOne(), new Verdict.Finished("\"probed\""));
    settle(claimOne(), new Verdict.Finished("\"encoded\""));
    Task ended = task(task.id());

    assertThat(ended.state()).isEqualTo(TaskState.SUCCEEDED);
    assertThat(ended.result()).isEqualTo("\"encoded\"");
    assertThat(ended.attempts()).isEqualTo(2);
    assertThat(ended.ends()).isEqualTo(1);
    assertThat(ended.finishedAt()).isNotNull();
    assertThat(told()).contains(telling(EventType.COMPLETED, task.id(), 1)).hasSize(2);
    assertThat(claim()).isEmpty();
  }

  @Test
  void a_buried_step_fails_the_task() {
    Task task = submit(asked(TRANSCODE));
    settle(claimOne(), BURIED);
    Task ended = task(task.id());

    assertThat(ended.state()).isEqualTo(TaskState.FAILED);
    assertThat(ended.error())
        .isEqualTo(
            new TaskError(
                ErrorKind.EXHAUSTED, "probe", TestJobs.failure(ErrorKind.EXHAUSTED).message()));
    assertThat(told()).contains(telling(EventType.FAILED, task.id(), 1)).hasSize(2);
  }

  @Test
  void what_is_settled_twice_moves_a_task_once() {
    Task task = submit(asked(TRANSCODE));
    ClaimedJob probe = claimOne();
    settle(probe, FINISHED);
    settle(probe, FINISHED);
    ClaimedJob encode = claimOne();
    store.jobs().settle(node, List.of(settlement(encode, BURIED), settlement(encode, BURIED)));
    settle(encode, BURIED);

    assertThat(task(task.id()).attempts()).isEqualTo(2);
    assertThat(task(task.id()).ends()).isEqualTo(1);
    assertThat(told()).hasSize(2);
    assertThat(whats(task))
        .containsExactly(
            What.CREATED, What.STARTED, What.STEP_DONE, What.STARTED, What.ERROR, What.FAILED);
  }

  @Test
  void a_stale_verdict_leaves_the_task_alone() {
    Task task = submit(asked(RESIZE));
    ClaimedJob lost = claimOne();
    rescue(lost);
    settle(lost, FINISHED);

    assertThat(task(task.id()).state()).isEqualTo(TaskState.PENDING);
    assertThat(told()).hasSize(1);
    assertThat(whats(task)).containsExactly(What.CREATED, What.STARTED, What.ERROR, What.RETRIED);
  }

  @Test
  void the_jobs_that_tell_of_a_task_do_not_move_it() {
    Task task = submit(asked(APPROVAL));
    ClaimedJob delivery = claim(1, EventType.CREATED.topic()).getFirst();

    settle(delivery, BURIED);

    assertThat(delivery.payload()).isEqualTo(telling(EventType.CREATED, task.id(), 0));
    assertThat(delivery.key()).isEqualTo(delivery.payload());
    assertThat(delivery.task()).isEqualTo(task.id());
    assertThat(task(task.id())).isEqualTo(task);
    assertThat(whats(task)).containsExactly(What.CREATED);
  }

  @Test
  void the_timeline_tells_what_happened_in_order() {
    Task task = submit(asked(TRANSCODE));
    settle(claimOne(), RETRIED_NOW);
    settle(claimOne(), HANDED_BACK);
    settle(claimOne(), FINISHED);
    settle(claimOne(), SNOOZED_NOW);
    settle(claimOne(), TestJobs.buried(ErrorKind.PERMANENT));

    List<TimelineEntry> timeline = store.taskReader().timeline(task.id());

    assertThat(timeline)
        .extracting(entry -> List.of(entry.what(), entry.step() + ":" + entry.attempt()))
        .containsExactly(
            List.of(What.CREATED, "null:null"),
            List.of(What.STARTED, "probe:1"),
            List.of(What.ERROR, "probe:1"),
            List.of(What.RETRIED, "probe:1"),
            List.of(What.STARTED, "probe:2"),
            List.of(What.STEP_DONE, "probe:2"),
            List.of(What.STARTED, "encode:1"),
            List.of(What.SNOOZED, "encode:1"),
            List.of(What.STARTED, "encode:2"),
            List.of(What.ERROR, "encode:2"),
            List.of(What.FAILED, "null:null"));
    assertThat(timeline).extracting(TimelineEntry::at).isSorted();
    assertThat(timeline.get(2).errorKind()).isEqualTo(ErrorKind.TRANSIENT);
    assertThat(timeline.get(2).message())
        .isEqualTo(TestJobs.failure(ErrorKind.TRANSIENT).message());
    assertThat(timeline.get(3).until()).isNotNull();
    assertThat(timeline.getLast().errorKind()).isEqualTo(ErrorKind.PERMANENT);
    assertThat(store.taskReader().timeline(TestTasks.newId())).isEmpty();
  }

  @Test
  void the_timeline_tells_of_an_attempt_from_its_start_on() {
    Task task = submit(asked(TRANSCODE));
    settle(claimOne(), RETRIED_NOW);
    ClaimedJob second = claimOne();
    List<TimelineEntry> running = store.taskReader().timeline(task.id());
    store.tasks().cancel(task.id());
    List<TimelineEntry> toBeCancelled = store.taskReader().timeline(task.id());
    settle(second, FINISHED);
    List<TimelineEntry> ended = store.taskReader().timeline(task.id());

    assertThat(running)
        .extracting(TimelineEntry::what)
        .containsExactly(What.CREATED, What.STARTED, What.ERROR, What.RETRIED, What.STARTED);
    assertThat(running.getLast().step()).isEqualTo("probe");
    assertThat(running.getLast().attempt()).isEqualTo(2);
    assertThat(toBeCancelled).startsWith(running.toArray(TimelineEntry[]::new)).hasSize(6);
    assertThat(toBeCancelled.getLast().what()).isEqualTo(What.CANCEL_REQUESTED);
    assertThat(ended).startsWith(toBeCancelled.toArray(TimelineEntry[]::new)).hasSize(7);
    assertThat(ended).extracting(TimelineEntry::at).isSorted();
  }

  @Test
  void an_attempt_has_one_start_whatever_becomes_of_it() {
    for (Verdict verdict : List.of(FINISHED, RETRIED_NOW, BURIED, SNOOZED_NOW, RESCUED)) {
      Task task = submit(asked(RESIZE));
      ClaimedJob job = claimOne();
      Instant start = task(task.id()).startedAt();
      Instant startOfJob = job(job.id()).startedAt();
      TimelineEntry told = store.taskReader().timeline(task.id()).getLast();
      passTime();
      settle(job, verdict);
      Task settled = task(task.id());

      assertThat(start).isNotNull().isEqualTo(startOfJob).isEqualTo(told.at());
      assertThat(settled.startedAt()).as("%s", verdict).isEqualTo(start);
      assertThat(store.taskReader().timeline(task.id())).as("%s", verdict).contains(told);
      if (settled.state().isEnded()) {
        assertThat(job(job.id()).startedAt()).isEqualTo(start);
      }
      store.tasks().cancel(task.id());
    }
  }

  /** A real clock goes on by itself. */
  private void passTime() {
    if (store.clock() instanceof ManualClock still) {
      still.advance(Duration.ofSeconds(1));
    }
  }

  @Test
  void nothing_happens_when_the_world_cannot_be_told() {
    Task pending = submit(TestTasks.askedFor(store.clock().instant().plus(Duration.ofHours(1))));
    Task running = submit(asked(RESIZE));
    add(TestJobs.mail());
    List<ClaimedJob> claimed = claim();
    List<Settlement> settlements = claimed.stream().map(job -> settlement(job, FINISHED)).toList();

    outboxFailure = new IllegalStateException("no outbox");

    assertThatThrownBy(() -> store.tasks().submit(asked(RESIZE, 2))).isSameAs(outboxFailure);
    assertThatThrownBy(() -> store.tasks().cancel(pending.id())).isSameAs(outboxFailure);
    assertThatThrownBy(() -> store.jobs().settle(node, settlements)).isSameAs(outboxFailure);
    assertThat(task(pending.id())).isEqualTo(pending);
    assertThat(task(running.id()).state()).isEqualTo(TaskState.RUNNING);
    assertThat(whats(running)).containsExactly(What.CREATED, What.STARTED);
    assertThat(store.jobs().held(node, null, 10)).isEqualTo(claimed);
    assertThat(job(jobOf(pending)).state()).isEqualTo(JobState.PENDING);
    assertThat(told()).hasSize(2);
  }

  @Test
  void cancel_ends_a_waiting_task_at_once() {
    Task task = submit(asked(APPROVAL));

    Change change = store.tasks().cancel(task.id());

    assertCancelled(task);
    assertThat(change).isEqualTo(new Change.Changed(task(task.id())));
  }

  @Test
  void cancel_ends_a_pending_task_at_once_and_its_job_never_runs() {
    Task due = submit(asked(TRANSCODE));
    store.tasks().cancel(due.id());
    Task retried = submit(asked(RESIZE));
    settle(claimOne(), TestJobs.retriedIn(Duration.ofHours(1)));
    store.tasks().cancel(retried.id());
    Task later = submit(TestTasks.askedFor(store.clock().instant().plus(Duration.ofHours(1))));
    store.tasks().cancel(later.id());

    for (Task task : List.of(due, retried, later)) {
      assertCancelled(task);
      assertThat(job(jobOf(task)).state()).isEqualTo(JobState.CANCELLED);
    }
    assertThat(claim()).isEmpty();
    assertThat(store.jobs().outlook(List.of(TestTasks.SCALE)).nextDue()).isNull();
  }

  @Test
  void cancel_between_two_steps_ends_the_task() {
    Task task = submit(asked(TRANSCODE));
    settle(claimOne(), FINISHED);

    store.tasks().cancel(task.id());

    assertCancelled(task);
    assertThat(jobs(JobState.CANCELLED))
        .extracting(j -> j.topic())
        .containsExactly(TestTasks.ENCODE);
    assertThat(claim()).isEmpty();
  }

  @Test
  void cancel_of_a_running_task_is_noted_until_its_handler_is_out() {
    Task other = submit(asked(RESIZE));
    Task task = submit(asked(RESIZE));
    List<ClaimedJob> claimed = claim();
    ClaimedJob delivery =
        claim(2, EventType.CREATED.topic()).stream()
            .filter(job -> task.id().equals(job.task()))
            .findAny()
            .orElseThrow();

    Change change = store.tasks().cancel(task.id());
    Change again = store.tasks().cancel(task.id());
    List<JobId> asked =
        List.of(claimed.get(0).id(), claimed.get(1).id(), delivery.id(), new JobId(987654321));

    assertThat(change).isEqualTo(new Change.Changed(task(task.id()))).isEqualTo(again);
    assertThat(task(task.id()).state()).isEqualTo(TaskState.RUNNING);
    assertThat(task(task.id()).cancelRequested()).isTrue();
    assertThat(store.jobs().cancelRequested(asked)).containsExactly(claimed.get(1).id());
    assertThat(store.jobs().cancelRequested(List.of())).isEmpty();
    assertThat(whats(task)).containsExactly(What.CREATED, What.STARTED, What.CANCEL_REQUESTED);
    assertThat(task(other.id()).cancelRequested()).isFalse();
    assertThat(told()).hasSize(2);
  }

  @Test
  void cancel_wins_over_whatever_the_handler_made_of_it() {
    for (Verdict verdict :
        List.of(FINISHED, RETRIED_NOW, BURIED, SNOOZED_NOW, HANDED_BACK, RESCUED)) {
      Task task = submit(asked(TRANSCODE));
      ClaimedJob job = claimOne();
      store.tasks().cancel(task.id());

      assertThat(settle(job, verdict)).isEmpty();
      assertThat(settle(job, verdict)).as("sent again: " + verdict).isEmpty();

      assertCancelled(task);
      assertThat(job(job.id()).state()).isEqualTo(JobState.CANCELLED);
      assertThat(store.jobs().cancelRequested(List.of(job.id()))).isEmpty();
      assertThat(claim()).isEmpty();
    }
  }

  private void assertCancelled(Task task) {
    Task now = task(task.id());
    assertThat(now.state()).isEqualTo(TaskState.CANCELLED);
    assertThat(now.finishedAt()).isNotNull();
    assertThat(now.result()).isNull();
    assertThat(now.error()).isNull();
    assertThat(now.ends()).isEqualTo(1);
    assertThat(told()).containsOnlyOnce(telling(EventType.CANCELLED, task.id(), 1));
    assertThat(whats(task)).containsOnlyOnce(What.CANCELLED).endsWith(What.CANCELLED);
  }

  @Test
  void cancel_is_never_lost_and_never_ends_a_task_twice() {
    for (int round = 0; round < 50; round++) {
      Task task = submit(asked(RESIZE));

      List<Boolean> cancelled =
          Together.<Boolean>run(
              List.of(
                  thread -> {
                    claim().forEach(job -> settle(job, FINISHED));
                    return false;
                  },
                  thread -> store.tasks().cancel(task.id()) instanceof Change.Changed));
      claim().forEach(job -> settle(job, FINISHED));

      Task ended = task(task.id());
      assertThat(ended.state())
          .isEqualTo(cancelled.get(1) ? TaskState.CANCELLED : TaskState.SUCCEEDED);
      assertThat(ended.ends()).isEqualTo(1);
      assertThat(job(jobOf(task)).state())
          .isEqualTo(cancelled.get(1) ? JobState.CANCELLED : JobState.DONE);
      assertThat(told()).hasSize(2 * (round + 1));
    }
  }

  @Test
  void retry_reopens_the_task_and_its_next_end_is_a_new_event() {
    Task task = submit(asked(TRANSCODE));
    settle(claimOne(), FINISHED);
    ClaimedJob encode = claimOne();
    settle(encode, BURIED);
    Revival revival = store.jobs().retry(encode.id(), 3);
    Task reopened = task(task.id());
    settle(claimOne(), new Verdict.Finished("2"));
    Task ended = task(task.id());

    assertThat(revival).isEqualTo(Revival.RETRIED);
    assertThat(reopened.state()).isEqualTo(TaskState.PENDING);
    assertThat(reopened.error()).isNull();
    assertThat(reopened.finishedAt()).isNull();
    assertThat(reopened.ends()).isEqualTo(1);
    assertThat(reopened.job()).isEqualTo(encode.id());
    assertThat(ended.state()).isEqualTo(TaskState.SUCCEEDED);
    assertThat(ended.attempts()).isEqualTo(3);
    assertThat(ended.ends()).isEqualTo(2);
    assertThat(told())
        .containsExactlyInAnyOrder(
            telling(EventType.CREATED, task.id(), 0),
            telling(EventType.FAILED, task.id(), 1),
            telling(EventType.COMPLETED, task.id(), 2));
    assertThat(whats(task)).containsSequence(What.FAILED, What.REOPENED, What.STARTED);
  }

  @Test
  void retry_of_a_dead_delivery_does_not_reopen_the_task() {
    Task task = submit(asked(RESIZE));
    settle(claimOne(), BURIED);
    Task failed = task(task.id());
    ClaimedJob delivery = claim(1, EventType.FAILED.topic()).getFirst();
    settle(delivery, BURIED);

    assertThat(store.jobs().retry(delivery.id(), 3)).isEqualTo(Revival.RETRIED);
    assertThat(task(task.id())).isEqualTo(failed);
    assertThat(claim(1, EventType.FAILED.topic())).hasSize(1);
  }

  @Test
  void a_reopened_task_can_be_cancelled() {
    Task task = submit(asked(RESIZE));
    ClaimedJob step = claimOne();
    settle(step, BURIED);
    store.jobs().retry(step.id(), 3);

    store.tasks().cancel(task.id());

    assertThat(task(task.id()).state()).isEqualTo(TaskState.CANCELLED);
    assertThat(task(task.id()).ends()).isEqualTo(2);
    assertThat(store.jobs().retry(step.id(), 3)).isEqualTo(Revival.NOT_DEAD);
    assertThat(claim()).isEmpty();
  }

  private JobId jobOf(Task task) {
    JobId job = task(task.id()).job();
    if (job == null) {
      throw new AssertionError("no job: " + task);
    }
    return job;
  }

  private List<What> whats(Task task) {
    return store.taskReader().timeline(task.id()).stream().map(TimelineEntry::what).toList();
  }
}
