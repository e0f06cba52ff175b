package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.adapters.memory.MemoryStore;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.TaskStore.Submission.Accepted;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskFlow;
import dev.taskd.domain.task.TaskQuery.Place;
import dev.taskd.domain.task.TaskType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-31T08:00:00.123456Z",
        "1970-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999Z"
      })
  void a_place_keeps_the_microseconds(String time) {
    Task task = taskOf(Instant.parse(time));

    assertThat(Cursor.task(Cursor.after(task)))
        .isEqualTo(new Place(Instant.parse(time), task.id()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 63, 64, Long.MAX_VALUE})
  void a_job_is_found_again(long id) {
    assertThat(Cursor.job(Cursor.after(new JobId(id)))).isEqualTo(new JobId(id));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1969-12-31T23:59:59.999999Z", "+10000-01-01T00:00:00Z"})
  void a_time_that_no_store_can_hold_is_refused(String time) {
    String cursor = Cursor.after(taskOf(Instant.parse(time)));

    assertThatThrownBy(() -> Cursor.task(cursor)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noise_is_refused() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      String noise =
          random
              .ints(random.nextInt(45), 33, 127)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      assertThatThrownBy(() -> Cursor.task(noise))
          .as("seed %d: %s", seed, noise)
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> Cursor.job(noise))
          .as("seed %d: %s", seed, noise)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static Task taskOf(Instant time) {
    InstantSource clock = () -> time;
    MemoryStore store = new MemoryStore(new TaskFlow((type, task, at) -> List.of()), 3, clock);
    NewTask asked =
        new NewTask(
            TaskId.create(clock, new Random()),
            new TaskType("approval", List.of()),
            "null",
            Priority.NORMAL,
            null,
            1,
            null,
            null);
    return ((Accepted) store.submit(List.of(asked))).tasks().getFirst().task();
  }
}
