package dev.taskd.testkit;

import static dev.taskd.testkit.TestJobs.BURIED;
import static dev.taskd.testkit.TestJobs.FINISHED;
import static dev.taskd.testkit.TestJobs.RETRIED_NOW;
import static dev.taskd.testkit.TestJobs.mail;
import static dev.taskd.testkit.TestJobs.mails;
import static dev.taskd.testkit.TestTasks.APPROVAL;
import static dev.taskd.testkit.TestTasks.RESIZE;
import static dev.taskd.testkit.TestTasks.TRANSCODE;
import static dev.taskd.testkit.TestTasks.asked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.Housekeeping.Step;
import dev.taskd.domain.port.JobStore.Revival;
import dev.taskd.domain.port.TaskStore.Kept;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is removed, what stays, and how small the steps are. */
public abstract class HousekeepingContract extends StoreContract {
  private static final Duration NOW = Duration.ZERO;
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void begin_is_true_once_in_an_interval_whoever_asks() {
    List<Boolean> begun = Together.run(8, i -> store.housekeeping().begin(HOUR));

    assertThat(begun).filteredOn(each -> each).hasSize(1);
    assertThat(store.housekeeping().begin(HOUR)).isFalse();
    assertThat(store.housekeeping().begin(NOW)).isTrue();
  }

  @Test
  void removed_task_leaves_nothing_behind() {
    Task task = submit(asked(TRANSCODE));
    settle(claimOne(), RETRIED_NOW);
    settle(claimOne(), FINISHED);
    settle(claimOne(), FINISHED);
    finishDeliveries();
    JobId other = add(mail()).getFirst();

    Step<TaskId> step = store.housekeeping().removeTasks(NOW, null, 10);

    assertThat(step).isEqualTo(new Step<>(1, null));
    assertThat(store.taskReader().find(task.id())).isEmpty();
    assertThat(store.taskReader().timeline(task.id())).isEmpty();
    assertThat(all()).containsExactly(other);
  }

  @Test
  void task_without_steps_is_removed_with_what_told_of_it() {
    Task task = submit(asked(APPROVAL));
    store.tasks().complete(task.id(), "1");
    finishDeliveries();

    assertThat(store.housekeeping().removeTasks(NOW, null, 10).removed()).isEqualTo(1);
    assertThat(all()).isEmpty();
  }

  @Test
  void cancelled_task_is_removed() {
    Task task = submit(asked(RESIZE));
    store.tasks().cancel(task.id());
    finishDeliveries();

    assertThat(store.housekeeping().removeTasks(NOW, null, 10).removed()).isEqualTo(1);
    assertThat(all()).isEmpty();
  }

  @Test
  void task_that_has_not_ended_stays() {
    submit(asked(RESIZE));
    submit(asked(APPROVAL));
    submit(asked(TRANSCODE));
    finishDeliveries();
    settle(claimOne(), RETRIED_NOW);

    assertThat(store.housekeeping().removeTasks(NOW, null, 10).removed()).isZero();
    assertThat(store.taskReader().list(TestTasks.all())).hasSize(3);
  }

  @Test
  void task_that_is_still_told_of_stays() {
    Task task = submit(asked(APPROVAL));
    store.tasks().complete(task.id(), "1");

    int whilePending = removeTasks();
    claimDeliveries().forEach(job -> settle(job, RETRIED_NOW));
    int whileRetried = removeTasks();
    List<ClaimedJob> claimed = claimDeliveries();
    int whileRunning = removeTasks();
    claimed.forEach(job -> settle(job, BURIED));
    int whileDead = removeTasks();

    assertThat(List.of(whilePending, whileRetried, whileRunning, whileDead)).containsOnly(0);
    assertThat(task(task.id()).state()).isEqualTo(TaskState.SUCCEEDED);
  }

  @Test
  void failed_task_stays_as_long_as_its_dead_job_and_can_be_reopened() {
    Task task = submit(asked(RESIZE));
    settle(claimOne(), BURIED);
    finishDeliveries();

    assertThat(removeTasks()).isZero();
    JobId job = Objects.requireNonNull(task(task.id()).job());
    assertThat(store.jobs().retry(job, 1)).isEqualTo(Revival.RETRIED);
    assertThat(removeTasks()).isZero();
    settle(claimOne(), BURIED);
    finishDeliveries();
    assertThat(store.housekeeping().removeDead(NOW, null, 10).removed()).isEqualTo(1);
    assertThat(removeTasks()).isEqualTo(1);
    assertThat(all()).isEmpty();
  }

  @Test
  void what_ended_lately_stays() {
    Task task = submit(asked(RESIZE));
    settle(claimOne(), FINISHED);
    finishDeliveries();
    store.jobs().add(mails(2));
    claim().forEach(job -> settle(job, job.position() == 0 ? FINISHED : BURIED));
    Set<JobId> before = Set.copyOf(all());

    assertThat(store.housekeeping().removeTasks(HOUR, null, 10)).isEqualTo(new Step<>(0, null));
    assertThat(store.housekeeping().removeFinished(HOUR, null, 1)).isEqualTo(new Step<>(0, null));
    assertThat(store.housekeeping().removeDead(HOUR, null, 1)).isEqualTo(new Step<>(0, null));
    assertThat(task(task.id()).state()).isEqualTo(TaskState.SUCCEEDED);
    assertThat(all()).containsExactlyInAnyOrderElementsOf(before);
  }

  @Test
  void key_lives_as_long_as_its_task() {
    Task first = submit(asked(APPROVAL, "key", "f"));
    store.tasks().complete(first.id(), "1");
    finishDeliveries();

    Kept known = submit(List.of(asked(APPROVAL, "key", "f"))).getFirst();
    removeTasks();
    Kept fresh = submit(List.of(asked(APPROVAL, "key", "another"))).getFirst();

    assertThat(known.created()).isFalse();
    assertThat(known.task().id()).isEqualTo(first.id());
    assertThat(fresh.created()).isTrue();
  }

  @Test
  void submission_under_a_key_is_kept_though_it_meets_the_removal_of_its_task() {
    for (int round = 0; round < 30; round++) {
      Task task = submit(asked(APPROVAL, "key", "f"));
      store.tasks().complete(task.id(), "1");
      finishDeliveries();

      List<TaskId> met =
          Together.run(
              List.of(
                  i -> submit(asked(APPROVAL, "key", "f")).id(),
                  i -> {
                    removeTasks();
                    return task.id();
                  }));

      removeTasks();
      boolean isNew = !met.getFirst().equals(task.id());
      assertThat(store.taskReader().find(met.getFirst()).isPresent()).isEqualTo(isNew);
      store.taskReader().list(TestTasks.all()).forEach(t -> store.tasks().cancel(t.id()));
      finishDeliveries();
      removeTasks();
    }
  }

  @Test
  void steps_are_small_and_go_past_what_stays() {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      tasks.add(submit(asked(APPROVAL)));
    }
    tasks.sort(Comparator.comparing(Task::id));
    List<Task> staying = List.of(tasks.get(2), tasks.get(5));
    tasks.stream()
        .filter(task -> !staying.contains(task))
        .forEach(task -> store.tasks().complete(task.id(), "1"));
    finishDeliveries();

    Step<TaskId> first = store.housekeeping().removeTasks(NOW, null, 3);
    Step<TaskId> second = store.housekeeping().removeTasks(NOW, first.last(), 3);
    Step<TaskId> third = store.housekeeping().removeTasks(NOW, second.last(), 3);

    assertThat(first).isEqualTo(new Step<>(2, tasks.get(2).id()));
    assertThat(second).isEqualTo(new Step<>(2, tasks.get(5).id()));
    assertThat(third).isEqualTo(new Step<>(1, null));
    assertThat(store.taskReader().list(TestTasks.all())).hasSize(2);
  }

  @Test
  void finished_jobs_of_no_task_are_removed_in_small_steps() {
    NewJob ofUnknownTask =
        new NewJob(TestJobs.MAIL, Priority.NORMAL, "{}", null, 5, TestTasks.newId(), null);
    Task task = submit(asked(RESIZE));
    settle(claimOne(), FINISHED);
    List<JobId> ids = add(mail(), ofUnknownTask, mail(), mail(), mail(), mail());
    List<ClaimedJob> claimed = claim(5);
    settle(claimed.get(0), RETRIED_NOW);
    claimed.subList(1, 4).forEach(job -> settle(job, FINISHED));
    settle(claimed.get(4), BURIED);

    List<Integer> removed = new ArrayList<>();
    JobId last = null;
    do {
      Step<JobId> step = store.housekeeping().removeFinished(NOW, last, 2);
      removed.add(step.removed());
      last = step.last();
    } while (last != null);

    assertThat(removed.stream().mapToInt(each -> each).sum()).isEqualTo(3);
    assertThat(removed).allSatisfy(each -> assertThat(each).isLessThanOrEqualTo(2));
    assertThat(jobs(JobState.DONE)).extracting(Job::task).contains(task.id());
    assertThat(ids.subList(1, 4))
        .allSatisfy(id -> assertThat(store.jobReader().find(id)).isEmpty());
    assertThat(job(ids.get(0)).lastError()).isNotNull();
    assertThat(job(ids.get(4)).state()).isEqualTo(JobState.DEAD);
    assertThat(job(ids.get(5)).state()).isEqualTo(JobState.PENDING);
  }

  @Test
  void dead_jobs_are_removed_only_when_told_so() {
    List<JobId> ids = store.jobs().add(mails(3));
    claim(2).forEach(job -> settle(job, BURIED));

    store.housekeeping().removeFinished(NOW, null, 10);
    store.housekeeping().removeTasks(NOW, null, 10);
    long before = store.jobReader().counts().dead();
    Step<JobId> step = store.housekeeping().removeDead(NOW, null, 10);

    assertThat(before).isEqualTo(2);
    assertThat(step).isEqualTo(new Step<>(2, null));
    assertThat(store.jobs().retry(ids.get(0), 5)).isEqualTo(Revival.UNKNOWN);
    assertThat(all()).containsExactly(ids.get(2));
  }

  @Test
  void many_that_remove_at_once_remove_each_once() {
    for (int i = 0; i < 40; i++) {
      store.tasks().complete(submit(asked(APPROVAL)).id(), "1");
    }
    finishDeliveries();

    List<Integer> removed =
        Together.run(8, i -> store.housekeeping().removeTasks(NOW, null, 40).removed());

    assertThat(removed.stream().mapToInt(each -> each).sum()).isEqualTo(40);
    assertThat(all()).isEmpty();
  }

  @Test
  void tend_takes_any_number_of_claims() {
    assertThat(store.housekeeping().tend(1)).isFalse();

    store.housekeeping().tend(Long.MAX_VALUE / 2);
    store.housekeeping().tend(99_999);
  }

  private int removeTasks() {
    return store.housekeeping().removeTasks(NOW, null, 1000).removed();
  }

  private void finishDeliveries() {
    claimDeliveries().forEach(job -> settle(job, FINISHED));
  }

  private List<ClaimedJob> claimDeliveries() {
    return claim(1000, EVENTS.toArray(Topic[]::new));
  }

  private List<JobId> all() {
    return store.jobReader().list(new JobQuery(null, null, false, 10_000, null)).stream()
        .map(job -> job.id())
        .toList();
  }
}
