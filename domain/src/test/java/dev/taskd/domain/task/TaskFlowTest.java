package dev.taskd.domain.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Lease;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.task.TimelineEntry.What;
import dev.taskd.domain.text.SafeText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TaskFlowTest {
  private static final Instant T0 = Instant.parse("2020-02-03T04:05:06Z");
  private static final Instant T1 = T0.plusSeconds(60);
  private static final Instant STARTED = T1.minusSeconds(2);
  private static final TaskId ID = TaskId.create(InstantSource.fixed(T0), new Random(1));
  private static final JobId JOB = new JobId(7);
  private static final Failure LOST = new Failure(ErrorKind.WORKER_LOST, SafeText.of("lost"));
  private static final Failure FAILURE = new Failure(ErrorKind.PANIC, SafeText.of("broken"));

  private final List<EventType> told = new ArrayList<>();
  private final TaskFlow flow =
      new TaskFlow(
          (type, task, at) -> {
            told.add(type);
            return List.of(NewJob.of(type.topic(), task.state().code(), 5));
          });

  @Test
  void created_task_waits_for_its_first_step_and_is_told() {
    Progress progress = flow.created(asked(T1, "probe", "encode"), T0);

    assertThat(progress.task().state()).isEqualTo(TaskState.PENDING);
    assertThat(progress.task().createdAt()).isEqualTo(T0);
    assertThat(progress.task().runAt()).isEqualTo(T1);
    assertThat(progress.step())
        .isEqualTo(new NewJob(new Topic("step.probe"), Priority.HIGH, null, T1, 3, ID, null));
    assertThat(progress.deliveries()).extracting(NewJob::payload).containsExactly("pending");
    assertThat(progress.timeline()).extracting(TimelineEntry::what).containsExactly(What.CREATED);
  }

  @Test
  void created_task_that_was_due_in_the_past_is_due_now() {
    assertThat(flow.created(asked(T0.minusSeconds(9), "probe"), T0).task().runAt()).isEqualTo(T0);
  }

  @Test
  void created_task_without_steps_waits_for_its_client() {
    Progress progress = flow.created(asked(null), T0);

    assertThat(progress.task().state()).isEqualTo(TaskState.WAITING);
    assertThat(progress.step()).isNull();
  }

  @Test
  void finished_step_begins_the_next_and_the_last_ends_the_task() {
    Progress first = settled(task("probe", "encode"), new Verdict.Finished("1"));
    assertThat(first.task().state()).isEqualTo(TaskState.PENDING);
    assertThat(first.task().stepName()).isEqualTo("encode");
    assertThat(first.task().job()).isNull();
    assertThat(first.step()).isNotNull();
    assertThat(first.step().topic()).isEqualTo(new Topic("step.encode"));
    assertThat(told).isEmpty();

    Progress last = settled(first.task().withJob(JOB), new Verdict.Finished("2"));
    assertThat(last.task().state()).isEqualTo(TaskState.SUCCEEDED);
    assertThat(last.task().result()).isEqualTo("2");
    assertThat(last.task().attempts()).isEqualTo(2);
    assertThat(last.task().ends()).isEqualTo(1);
    assertThat(last.task().startedAt()).isEqualTo(STARTED);
    assertThat(last.task().finishedAt()).isEqualTo(T1);
    assertThat(told).containsExactly(EventType.COMPLETED);
  }

  @Test
  void buried_step_fails_the_task_with_its_real_cause() {
    Progress progress = settled(task("probe"), new Verdict.Buried(FAILURE));

    assertThat(progress.task().state()).isEqualTo(TaskState.FAILED);
    assertThat(progress.task().error())
        .isEqualTo(new TaskError(ErrorKind.PANIC, "probe", FAILURE.message()));
    assertThat(progress.timeline())
        .extracting(TimelineEntry::what)
        .containsExactly(What.STARTED, What.ERROR, What.FAILED);
    assertThat(told).containsExactly(EventType.FAILED);
  }

  @Test
  void retried_step_leaves_the_task_pending_and_says_until_when() {
    Progress progress = settled(task("probe"), new Verdict.Retried(Duration.ofSeconds(5), FAILURE));

    assertThat(progress.task().state()).isEqualTo(TaskState.PENDING);
    assertThat(progress.task().attempts()).isEqualTo(1);
    assertThat(progress.timeline().getLast().what()).isEqualTo(What.RETRIED);
    assertThat(progress.timeline().getLast().until()).isEqualTo(T1.plusSeconds(5));
    assertThat(progress.deliveries()).isEmpty();
  }

  @Test
  void rescued_step_names_the_loss_in_the_timeline() {
    Progress progress = settled(task("probe"), new Verdict.Rescued(LOST));

    assertThat(progress.timeline())
        .filteredOn(entry -> entry.what() == What.ERROR)
        .extracting(TimelineEntry::errorKind)
        .containsExactly(ErrorKind.WORKER_LOST);
  }

  @Test
  void handedBack_step_leaves_the_task_alone() {
    assertThat(flow.settled(task("probe"), settlement(new Verdict.HandedBack()), STARTED, T1))
        .isNull();
  }

  @Test
  void cancellation_wins_over_every_verdict_and_every_verdict_ends_it() {
    Task asked = flow.cancelRequested(task("probe"), T0).task();
    for (Verdict verdict :
        List.of(
            new Verdict.Finished("1"),
            new Verdict.Buried(FAILURE),
            new Verdict.Retried(Duration.ZERO, FAILURE),
            new Verdict.Snoozed(Duration.ZERO),
            new Verdict.HandedBack(),
            new Verdict.Rescued(LOST))) {
      told.clear();

      Progress progress = settled(asked, verdict);

      assertThat(TaskFlow.ruling(asked, settlement(verdict))).isEqualTo(new Verdict.Cancelled());
      assertThat(progress.task().state()).isEqualTo(TaskState.CANCELLED);
      assertThat(progress.task().result()).isNull();
      assertThat(told).containsExactly(EventType.CANCELLED);
    }
  }

  @Test
  void start_is_in_order_ahead_of_the_wish_to_cancel() {
    Progress wish = flow.cancelRequested(task("probe"), T1.minusSeconds(1));
    Progress end = settled(wish.task(), new Verdict.Finished("1"));
    List<TimelineEntry> told = new ArrayList<>(wish.timeline());
    told.addAll(end.timeline());

    assertThat(TimelineEntry.inOrder(told))
        .extracting(entry -> List.of(entry.what(), entry.at()))
        .containsExactly(
            List.of(What.STARTED, STARTED),
            List.of(What.CANCEL_REQUESTED, T1.minusSeconds(1)),
            List.of(What.CANCELLED, T1));
    assertThat(end.task().startedAt()).isEqualTo(STARTED);
  }

  @Test
  void verdict_on_another_job_or_an_ended_task_changes_nothing() {
    Task other = task("probe").withJob(new JobId(8));
    Task ended = settled(task("probe"), new Verdict.Finished(null)).task();

    assertThat(flow.settled(other, settlement(new Verdict.Finished("1")), STARTED, T1)).isNull();
    assertThat(flow.settled(ended, settlement(new Verdict.Finished("1")), STARTED, T1)).isNull();
    assertThat(TaskFlow.ruling(null, settlement(new Verdict.Finished("1"))))
        .isEqualTo(new Verdict.Finished("1"));
  }

  @Test
  void reopened_task_ends_anew() {
    Task failed = settled(task("probe"), new Verdict.Buried(FAILURE)).task();

    Task open = flow.reopened(failed, T1).task();
    assertThat(open.state()).isEqualTo(TaskState.PENDING);
    assertThat(open.error()).isNull();
    assertThat(open.finishedAt()).isNull();
    assertThat(open.attempts()).isEqualTo(1);

    Task ended = settled(open, new Verdict.Finished("1")).task();
    assertThat(ended.ends()).isEqualTo(2);
    assertThat(ended.attempts()).isEqualTo(2);
  }

  @Test
  void client_ends_a_task_without_steps() {
    Task waiting = flow.created(asked(null), T0).task();

    assertThat(flow.completed(waiting, "1", T1).task().state()).isEqualTo(TaskState.SUCCEEDED);
    Task failed = flow.failed(waiting, SafeText.of("no"), T1).task();
    assertThat(failed.error())
        .isEqualTo(new TaskError(ErrorKind.STEP_ERROR, null, SafeText.of("no")));
    assertThat(flow.cancelled(waiting, T1).task().state()).isEqualTo(TaskState.CANCELLED);
  }

  private Progress settled(Task task, Verdict verdict) {
    Progress progress = flow.settled(task, settlement(verdict), STARTED, T1);
    assertThat(progress).isNotNull();
    return progress;
  }

  private Task task(String... steps) {
    Task task = flow.created(asked(null, steps), T0).task().withJob(JOB);
    told.clear();
    return task;
  }

  private static NewTask asked(@org.jspecify.annotations.Nullable Instant runAt, String... steps) {
    return new NewTask(
        ID, new TaskType("t", List.of(steps)), "{}", Priority.HIGH, runAt, 3, null, null);
  }

  private static Settlement settlement(Verdict verdict) {
    return new Settlement(
        new ClaimedJob(
            new Lease(1, new NodeId(1)),
            0,
            JOB,
            new Topic("step.probe"),
            Caution.NONE,
            1,
            3,
            0,
            "{}",
            ID,
            null),
        verdict);
  }
}
