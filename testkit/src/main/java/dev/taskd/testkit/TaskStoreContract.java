package dev.taskd.testkit;

import static dev.taskd.testkit.TestTasks.APPROVAL;
import static dev.taskd.testkit.TestTasks.RESIZE;
import static dev.taskd.testkit.TestTasks.TRANSCODE;
import static dev.taskd.testkit.TestTasks.asked;
import static dev.taskd.testkit.TestTasks.telling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.port.TaskStore.Change;
import dev.taskd.domain.port.TaskStore.Kept;
import dev.taskd.domain.port.TaskStore.Submission;
import dev.taskd.domain.task.EventType;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.NewTask.Idempotency;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskError;
import dev.taskd.domain.task.TaskQuery;
import dev.taskd.domain.task.TaskState;
import dev.taskd.domain.text.SafeText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How clients submit tasks and end those that have no steps. */
public abstract class TaskStoreContract extends StoreContract {
  @Test
  void submit_keeps_the_task_with_its_first_job_and_what_tells_of_it() {
    NewTask asked = asked(TRANSCODE);
    Kept kept = submit(List.of(asked)).getFirst();
    Task task = kept.task();
    Job step = jobs(JobState.PENDING).stream().filter(j -> j.payload() == null).findAny().get();

    assertThat(kept.created()).isTrue();
    assertThat(task)
        .isEqualTo(
            new Task(
                asked.id(),
                "transcode",
                TaskState.PENDING,
                "{\"n\":1}",
                null,
                null,
                0,
                3,
                Priority.NORMAL,
                "{\"m\":2}",
                List.of("probe", "encode"),
                0,
                step.id(),
                0,
                false,
                task.createdAt(),
                task.createdAt(),
                null,
                null));
    assertThat(task(asked.id())).isEqualTo(task);
    assertThat(step.topic()).isEqualTo(TestTasks.PROBE);
    assertThat(step.task()).isEqualTo(asked.id());
    assertThat(step.maxAttempts()).isEqualTo(3);
    assertThat(told()).containsExactly(telling(EventType.CREATED, asked.id(), 0));
    assertThat(jobs(JobState.PENDING)).hasSize(2);
  }

  @Test
  void submit_of_a_type_without_steps_waits_for_its_client() {
    Task task = submit(asked(APPROVAL));

    assertThat(task.state()).isEqualTo(TaskState.WAITING);
    assertThat(task.job()).isNull();
    assertThat(claim()).isEmpty();
    assertThat(told()).containsExactly(telling(EventType.CREATED, task.id(), 0));
  }

  @Test
  void submit_for_later_is_not_due_yet() {
    Instant runAt = store.clock().instant().plus(Duration.ofHours(1));
    Task later = submit(TestTasks.askedFor(runAt));
    Task past = submit(TestTasks.askedFor(Instant.EPOCH));

    assertThat(later.state()).isEqualTo(TaskState.PENDING);
    assertThat(later.runAt()).isBetween(runAt.minusNanos(1000), runAt.plusNanos(1000));
    assertThat(past.runAt()).isEqualTo(past.createdAt());
    assertThat(claim()).extracting(ClaimedJob::task).containsExactly(past.id());
  }

  @Test
  void submit_of_many_keeps_their_order() {
    List<NewTask> asked = new ArrayList<>(asked(RESIZE, 20));
    asked.add(7, asked(APPROVAL));

    List<Kept> kept = submit(asked);

    assertThat(kept).extracting(Kept::created).containsOnly(true);
    assertThat(kept)
        .extracting(one -> one.task().id())
        .containsExactlyElementsOf(asked.stream().map(NewTask::id).toList());
    assertThat(claim())
        .extracting(ClaimedJob::task)
        .containsExactlyElementsOf(
            asked.stream().filter(one -> one.type().equals(RESIZE)).map(NewTask::id).toList());
    assertThat(submit(List.of())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("refused")
  void submit_keeps_no_task_when_it_refuses_one(NewTask refused) {
    assertThatThrownBy(
            () -> store.tasks().submit(List.of(asked(RESIZE, "k", "f"), refused, asked(RESIZE))))
        .isInstanceOf(StoreException.Rejected.class);

    assertThat(tasks()).isEmpty();
    assertThat(jobs(JobState.PENDING)).isEmpty();
    assertThat(submit(List.of(asked(RESIZE, "k", "other"))).getFirst().created()).isTrue();
  }

  static Stream<NewTask> refused() {
    return Stream.of(
        with("\"\0\"", null, null),
        with("{}", "{\"a\":\"\0\"}", null),
        with("{}", null, new Idempotency("a\0b", "f")));
  }

  private static NewTask with(
      String input, @Nullable String metadata, @Nullable Idempotency idempotency) {
    return new NewTask(
        TestTasks.newId(), RESIZE, input, Priority.LOW, null, 1, metadata, idempotency);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void texts_come_back_as_they_were_sent(String text) {
    Task task = submit(with(text, text, null));
    ClaimedJob step = claimOne();
    settle(step, new Verdict.Finished(text));
    Task approval = submit(asked(APPROVAL));
    store.tasks().complete(approval.id(), text);

    assertThat(step.payload()).isEqualTo(text);
    assertThat(task.input()).isEqualTo(text);
    assertThat(task(task.id()).input()).isEqualTo(text);
    assertThat(task(task.id()).metadata()).isEqualTo(text);
    assertThat(task(task.id()).result()).isEqualTo(text);
    assertThat(task(approval.id()).result()).isEqualTo(text);
  }

  static Stream<String> texts() {
    return JobStoreContract.payloads();
  }

  @Test
  void a_known_key_is_answered_with_its_task() {
    Task first = submit(asked(RESIZE, "k", "f"));

    Kept again = submit(List.of(asked(RESIZE, "k", "f"))).getFirst();

    assertThat(again).isEqualTo(new Kept(first, false));
    assertThat(tasks()).containsExactly(first);
    assertThat(jobs(JobState.PENDING)).hasSize(2);
  }

  @Test
  void a_known_key_is_known_as_long_as_its_task_is_kept() {
    Task task = submit(asked(RESIZE, "k", "f"));
    List<Kept> again = new ArrayList<>();

    again.addAll(submit(List.of(asked(RESIZE, "k", "f"))));
    settle(claimOne(), TestJobs.retriedIn(Duration.ofHours(1)));
    again.addAll(submit(List.of(asked(RESIZE, "k", "f"))));
    store.tasks().cancel(task.id());
    again.addAll(submit(List.of(asked(RESIZE, "k", "f"))));

    assertThat(again).extracting(Kept::created).containsOnly(false);
    assertThat(again)
        .extracting(kept -> kept.task().state())
        .containsExactly(TaskState.PENDING, TaskState.PENDING, TaskState.CANCELLED);
    assertThat(again.getLast().task()).isEqualTo(task(task.id()));
  }

  @Test
  void a_key_of_another_request_is_refused_with_its_positions() {
    submit(asked(RESIZE, "k", "f"));
    Submission answer =
        store
            .tasks()
            .submit(
                List.of(
                    asked(RESIZE, "new", "f"),
                    asked(RESIZE, "k", "other"),
                    asked(RESIZE),
                    asked(RESIZE, "new", "other"),
                    asked(RESIZE, "k", "f")));

    assertThat(answer).isEqualTo(new Submission.KeyReused(new TreeSet<>(List.of(1, 3))));
    assertThat(tasks()).hasSize(1);
    assertThat(jobs(JobState.PENDING)).hasSize(2);
    assertThat(submit(List.of(asked(RESIZE, "new", "third"))).getFirst().created()).isTrue();
  }

  @Test
  void one_list_may_name_a_key_twice_and_known_ones() {
    Task existing = submit(asked(RESIZE, "old", "f"));
    List<NewTask> list = new ArrayList<>(asked(RESIZE, 10));
    list.set(2, asked(RESIZE, "k", "f"));
    list.set(5, asked(RESIZE, "k", "f"));
    list.set(8, asked(RESIZE, "old", "f"));

    List<Kept> kept = submit(list);

    assertThat(kept.get(5)).isEqualTo(new Kept(kept.get(2).task(), false));
    assertThat(kept.get(8)).isEqualTo(new Kept(existing, false));
    assertThat(kept).filteredOn(Kept::created).hasSize(8);
    assertThat(tasks()).hasSize(9);
    assertThat(told()).hasSize(9);
  }

  @Test
  void one_key_sent_by_many_at_once_makes_one_task() {
    for (int round = 0; round < 10; round++) {
      String a = "a" + round;
      String b = "b" + round;

      List<List<Kept>> answers =
          Together.run(
              6,
              thread ->
                  submit(
                      thread % 2 == 0
                          ? List.of(asked(RESIZE, a, "f"), asked(RESIZE, b, "f"))
                          : List.of(asked(RESIZE, b, "f"), asked(RESIZE, a, "f"))));

      List<Kept> all = answers.stream().flatMap(List::stream).toList();
      assertThat(all).filteredOn(Kept::created).hasSize(2);
      assertThat(new TreeSet<>(all.stream().map(one -> one.task().id()).toList())).hasSize(2);
      assertThat(tasks()).hasSize(2 * (round + 1));
    }
  }

  @Test
  void complete_ends_a_task_without_steps() {
    Task task = submit(asked(APPROVAL));

    Change change = store.tasks().complete(task.id(), "[1.0]");
    Task now = task(task.id());

    assertThat(change).isEqualTo(new Change.Changed(now));
    assertThat(now.state()).isEqualTo(TaskState.SUCCEEDED);
    assertThat(now.result()).isEqualTo("[1.0]");
    assertThat(now.finishedAt()).isNotNull();
    assertThat(now.ends()).isEqualTo(1);
    assertThat(told())
        .containsExactlyInAnyOrder(
            telling(EventType.CREATED, task.id(), 0), telling(EventType.COMPLETED, task.id(), 1));
  }

  @Test
  void fail_ends_a_task_without_steps() {
    Task task = submit(asked(APPROVAL));

    Change change = store.tasks().fail(task.id(), SafeText.of("not wanted"));
    Task now = task(task.id());

    assertThat(change).isEqualTo(new Change.Changed(now));
    assertThat(now.state()).isEqualTo(TaskState.FAILED);
    assertThat(now.error())
        .isEqualTo(new TaskError(ErrorKind.STEP_ERROR, null, SafeText.of("not wanted")));
    assertThat(told()).contains(telling(EventType.FAILED, task.id(), 1)).hasSize(2);
  }

  @Test
  void an_ended_task_is_not_ended_again() {
    Task task = submit(asked(APPROVAL));
    store.tasks().complete(task.id(), "1");
    Task ended = task(task.id());

    List<Change> changes =
        List.of(
            store.tasks().complete(task.id(), "2"),
            store.tasks().fail(task.id(), SafeText.of("late")),
            store.tasks().cancel(task.id()));

    assertThat(changes).containsOnly(new Change.Refused(ended));
    assertThat(task(task.id())).isEqualTo(ended);
    assertThat(told()).hasSize(2);
  }

  @Test
  void a_task_with_steps_is_not_for_its_client_to_end() {
    Task pending = submit(asked(RESIZE));
    Change ofPending = store.tasks().complete(pending.id(), "1");
    claimOne();
    Change ofRunning = store.tasks().fail(pending.id(), SafeText.of("no"));

    assertThat(ofPending).isEqualTo(new Change.Refused(pending));
    assertThat(ofRunning).isEqualTo(new Change.Refused(task(pending.id())));
    assertThat(task(pending.id()).state()).isEqualTo(TaskState.RUNNING);
  }

  @Test
  void an_unknown_task_is_neither_completed_nor_failed_nor_cancelled() {
    List<Change> changes =
        List.of(
            store.tasks().complete(TestTasks.newId(), "1"),
            store.tasks().fail(TestTasks.newId(), SafeText.of("no")),
            store.tasks().cancel(TestTasks.newId()));

    assertThat(changes).containsOnly(new Change.Unknown());
  }

  @Test
  void complete_changes_nothing_when_it_refuses_the_result() {
    Task task = submit(asked(APPROVAL));

    assertThatThrownBy(() -> store.tasks().complete(task.id(), "\"\0\""))
        .isInstanceOf(StoreException.Rejected.class);

    assertThat(task(task.id())).isEqualTo(task);
    assertThat(told()).hasSize(1);
    assertThat(store.taskReader().timeline(task.id())).hasSize(1);
  }

  @Test
  void complete_and_fail_at_once_end_a_task_once() {
    for (int round = 0; round < 10; round++) {
      Task task = submit(asked(APPROVAL));

      List<Change> changes =
          Together.run(
              6,
              thread ->
                  switch (thread % 3) {
                    case 0 -> store.tasks().complete(task.id(), "1");
                    case 1 -> store.tasks().fail(task.id(), SafeText.of("no"));
                    default -> store.tasks().cancel(task.id());
                  });

      assertThat(changes).filteredOn(Change.Changed.class::isInstance).hasSize(1);
      assertThat(task(task.id()).ends()).isEqualTo(1);
      assertThat(told()).hasSize(2 * (round + 1));
    }
  }

  private List<Task> tasks() {
    return store.taskReader().list(new TaskQuery(null, null, 1000, null));
  }
}
