package dev.taskd.testkit;

import static dev.taskd.testkit.TestJobs.BURIED;
import static dev.taskd.testkit.TestJobs.FINISHED;
import static dev.taskd.testkit.TestJobs.HANDED_BACK;
import static dev.taskd.testkit.TestJobs.RETRIED_NOW;
import static dev.taskd.testkit.TestTasks.APPROVAL;
import static dev.taskd.testkit.TestTasks.RESIZE;
import static dev.taskd.testkit.TestTasks.TRANSCODE;
import static dev.taskd.testkit.TestTasks.asked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.TaskStore.Kept;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskQuery;
import dev.taskd.domain.task.TaskQuery.Place;
import dev.taskd.domain.task.TaskState;
import dev.taskd.domain.task.TimelineEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What clients see of their tasks. */
public abstract class TaskReaderContract extends StoreContract {
  @Test
  void find_knows_no_task_that_never_was() {
    assertThat(store.taskReader().find(TestTasks.newId())).isEmpty();
  }

  @Test
  void a_task_is_running_while_a_node_has_its_step_in_hand() {
    Task pending = submit(asked(TRANSCODE));
    ClaimedJob first = claimOne();
    Task running = task(pending.id());
    settle(first, RETRIED_NOW);
    Task between = task(pending.id());
    ClaimedJob second = claimOne();
    Task runningAgain = task(pending.id());
    settle(second, FINISHED);
    Task atNextStep = task(pending.id());

    assertThat(pending.startedAt()).isNull();
    assertThat(running.state()).isEqualTo(TaskState.RUNNING);
    assertThat(running.attempts()).isEqualTo(1);
    assertThat(running.startedAt()).isNotNull();
    assertThat(between.state()).isEqualTo(TaskState.PENDING);
    assertThat(between.attempts()).isEqualTo(1);
    assertThat(between.startedAt()).isNotNull();
    assertThat(runningAgain.state()).isEqualTo(TaskState.RUNNING);
    assertThat(runningAgain.attempts()).isEqualTo(2);
    assertThat(runningAgain.startedAt()).isEqualTo(between.startedAt());
    assertThat(atNextStep.state()).isEqualTo(TaskState.PENDING);
    assertThat(atNextStep.attempts()).isEqualTo(2);
  }

  @Test
  void a_task_whose_step_was_handed_back_never_started() {
    Task pending = submit(asked(RESIZE));

    settle(claimOne(), HANDED_BACK);

    assertThat(task(pending.id())).isEqualTo(pending);
    assertThat(store.taskReader().timeline(pending.id())).hasSize(1);
  }

  @Test
  void a_known_key_shows_its_task_running() {
    submit(asked(RESIZE, "k", "f"));
    claimOne();

    Kept again = submit(List.of(asked(RESIZE, "k", "f"))).getFirst();

    assertThat(again.task().state()).isEqualTo(TaskState.RUNNING);
  }

  @Test
  void list_pages_through_tasks_of_the_same_moment() {
    List<TaskId> ids = newestFirst(submit(asked(RESIZE, 25)));

    for (int limit : List.of(1, 10, 25, 100)) {
      assertThat(page(null, null, limit, () -> {})).isEqualTo(ids);
      assertThat(page(TaskState.PENDING, "resize", limit, () -> {})).isEqualTo(ids);
    }
  }

  @Test
  void list_goes_on_where_it_was_while_tasks_come_and_end() {
    submit(asked(APPROVAL, 3));
    submit(asked(RESIZE, 12));
    List<TaskId> before = page(null, null, 100, () -> {});
    List<TaskId> resizesBefore = page(null, "resize", 100, () -> {});

    Runnable meanwhile =
        () -> {
          submit(asked(RESIZE, 2));
          settle(claimOne(), FINISHED);
        };
    List<TaskId> paged = page(null, null, 4, meanwhile);
    List<TaskId> resizes = page(null, "resize", 5, meanwhile);

    assertThat(paged).filteredOn(before::contains).isEqualTo(before);
    assertThat(resizes).filteredOn(resizesBefore::contains).isEqualTo(resizesBefore);
  }

  /** Every page from the newest on; {@code meanwhile} happens after each. */
  private List<TaskId> page(
      @Nullable TaskState state, @Nullable String type, int limit, Runnable meanwhile) {
    List<TaskId> ids = new ArrayList<>();
    List<Task> page = list(state, type, limit, null);
    while (!page.isEmpty()) {
      assertThat(page).hasSizeLessThanOrEqualTo(limit);
      page.forEach(task -> ids.add(task.id()));
      assertThat(ids).doesNotHaveDuplicates();
      meanwhile.run();
      page = list(state, type, limit, new Place(page.getLast().createdAt(), ids.getLast()));
    }
    return ids;
  }

  @Test
  void list_shows_the_newest_first_whatever_the_names_are() {
    List<TaskId> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.addAll(newestFirst(submit(asked(RESIZE, 3))));
    }

    List<Task> all = list(null, null, 100, null);

    assertThat(all)
        .isSortedAccordingTo(
            Comparator.comparing(Task::createdAt).thenComparing(Task::id).reversed());
    assertThat(all).extracting(Task::id).containsExactlyInAnyOrderElementsOf(ids);
  }

  private static List<TaskId> newestFirst(List<Kept> kept) {
    return kept.stream().map(one -> one.task().id()).sorted(Comparator.reverseOrder()).toList();
  }

  @Test
  void list_filters_by_state_and_type() {
    Task waiting = submit(asked(APPROVAL));
    Task succeeded = submit(asked(RESIZE));
    settle(claimOne(), FINISHED);
    Task failed = submit(asked(RESIZE));
    settle(claimOne(), BURIED);
    Task running = submit(asked(TRANSCODE));
    claimOne();
    Task cancelled = submit(asked(RESIZE));
    store.tasks().cancel(cancelled.id());
    Task pending = submit(asked(RESIZE));

    assertThat(ids(TaskState.WAITING, null)).containsExactly(waiting.id());
    assertThat(ids(TaskState.SUCCEEDED, null)).containsExactly(succeeded.id());
    assertThat(ids(TaskState.FAILED, null)).containsExactly(failed.id());
    assertThat(ids(TaskState.RUNNING, null)).containsExactly(running.id());
    assertThat(ids(TaskState.CANCELLED, null)).containsExactly(cancelled.id());
    assertThat(ids(TaskState.PENDING, null)).containsExactly(pending.id());
    assertThat(ids(null, "resize"))
        .containsExactlyInAnyOrder(succeeded.id(), failed.id(), cancelled.id(), pending.id());
    assertThat(ids(TaskState.PENDING, "approval")).isEmpty();
    assertThat(ids(null, "unknown")).isEmpty();
    assertThat(ids(null, null)).hasSize(6);
  }

  @Test
  void list_shows_the_same_of_a_task_as_find() {
    submit(asked(TRANSCODE, 4));
    List<ClaimedJob> claimed = claim(3);
    settle(claimed.get(0), FINISHED);
    settle(claimed.get(1), BURIED);

    List<Task> all = list(null, null, 100, null);

    assertThat(all).hasSize(4).allSatisfy(task -> assertThat(task(task.id())).isEqualTo(task));
  }

  @Test
  void times_are_kept_to_the_microsecond() {
    Task task = submit(asked(RESIZE));
    settle(claimOne(), TestJobs.retriedIn(Duration.ofHours(1).plusNanos(1234567)));
    Task seen = task(task.id());

    List<Instant> times =
        Stream.concat(
                Stream.of(seen.createdAt(), seen.runAt(), seen.startedAt()),
                store.taskReader().timeline(task.id()).stream()
                    .flatMap(entry -> Stream.of(entry.at(), entry.until())))
            .filter(Objects::nonNull)
            .toList();

    assertThat(times)
        .hasSizeGreaterThan(5)
        .allSatisfy(time -> assertThat(time).isEqualTo(time.truncatedTo(ChronoUnit.MICROS)));
    assertThat(store.taskReader().timeline(task.id()))
        .extracting(TimelineEntry::at)
        .contains(seen.createdAt(), seen.startedAt());
  }

  private List<TaskId> ids(@Nullable TaskState state, @Nullable String type) {
    return list(state, type, 100, null).stream().map(Task::id).toList();
  }

  private List<Task> list(
      @Nullable TaskState state, @Nullable String type, int limit, @Nullable Place after) {
    return store.taskReader().list(new TaskQuery(state, type, limit, after));
  }
}
