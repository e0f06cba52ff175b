package dev.taskd.application.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.application.housekeeping.Housework.Run;
import dev.taskd.application.pool.Tally;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.Housekeeping;
import dev.taskd.domain.port.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JanitorTest {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Tally tally = new Tally();
  private final Told store = new Told();
  private Duration now = Duration.ofDays(-1);

  private Janitor janitor(@Nullable Duration finished, @Nullable Duration dead) {
    return new Janitor(
        store,
        new Retention(finished, dead),
        tally,
        InstantSource.fixed(START),
        () -> now.toNanos());
  }

  @Test
  void round_goes_through_all_that_is_old_a_step_each_turn() {
    Janitor janitor = janitor(WEEK, WEEK.multipliedBy(2));

    List<Duration> waits = turns(janitor, 6);

    assertThat(store.calls)
        .containsExactly(
            "begin PT5M",
            "dead PT336H null",
            "dead PT336H 7",
            "tasks PT168H null",
            "tasks PT168H " + Told.TASK,
            "finished PT168H null");
    assertThat(waits.subList(1, 6)).containsOnly(Duration.ofMillis(100));
    assertThat(janitor.housework())
        .isEqualTo(new Housework(new Run(START, Duration.ofSeconds(5)), 6, 7, null, 0));
  }

  @Test
  void dead_jobs_are_left_alone_unless_told_otherwise() {
    turns(janitor(WEEK, null), 9);

    assertThat(store.calls).noneMatch(call -> call.startsWith("dead"));
  }

  @Test
  void nothing_is_removed_with_retention_off() {
    turns(janitor(null, null), 9);

    assertThat(store.calls).containsExactly("begin PT5M");
  }

  @Test
  void round_that_another_node_has_begun_is_left_to_it_for_an_interval() {
    Janitor janitor = janitor(WEEK, null);
    store.isDue = false;

    turns(janitor, 300);
    assertThat(store.calls).containsExactly("begin PT5M");
    turns(janitor, 1);
    assertThat(store.calls).containsExactly("begin PT5M", "begin PT5M");
  }

  @Test
  void what_is_kept_briefly_is_looked_for_often() {
    assertThat(new Retention(Duration.ofSeconds(1), null).interval()).hasToString("PT1S");
    assertThat(new Retention(WEEK, Duration.ofMinutes(10)).interval()).hasToString("PT1M");
    assertThat(new Retention(null, WEEK).interval()).hasToString("PT5M");
  }

  @Test
  void store_is_tended_after_many_claims() {
    Janitor janitor = janitor(null, null);
    tally.claimed(9_999);
    turns(janitor, 2);
    tally.claimed(2);
    turns(janitor, 2);
    tally.claimed(10_000);
    turns(janitor, 1);

    assertThat(store.calls).containsExactly("begin PT5M", "tend 10001", "tend 10000");
    assertThat(janitor.housework().vacuum()).isEqualTo(new Run(START, Duration.ofSeconds(1)));
  }

  @Test
  void failure_is_counted_and_the_round_ends() {
    Janitor janitor = janitor(WEEK, null);
    turns(janitor, 1);
    store.isAway = true;

    assertThatThrownBy(janitor::turn).isInstanceOf(StoreException.Unavailable.class);
    store.isAway = false;
    turns(janitor, 2);

    assertThat(store.calls).containsExactly("begin PT5M", "tasks PT168H null");
    assertThat(janitor.housework()).isEqualTo(new Housework(null, 0, 0, null, 1));
  }

  /** So many turns, a second apart. */
  private List<Duration> turns(Janitor janitor, int count) {
    List<Duration> waits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      waits.add(janitor.turn());
      now = now.plusSeconds(1);
    }
    return waits;
  }

  /** Writes down what it is asked; dead jobs and tasks take two steps each. */
  private final class Told implements Housekeeping {
    static final TaskId TASK = new TaskId(new UUID(0x7000, Long.MIN_VALUE));

    final List<String> calls = new ArrayList<>();
    boolean isDue = true;
    boolean isAway;

    @Override
    public boolean begin(Duration interval) {
      calls.add("begin " + interval);
      return isDue;
    }

    @Override
    public Step<TaskId> removeTasks(Duration age, @Nullable TaskId after, int limit) {
      call("tasks " + age + " " + after);
      return after == null ? new Step<>(5, TASK) : new Step<>(1, null);
    }

    @Override
    public Step<JobId> removeFinished(Duration age, @Nullable JobId after, int limit) {
      call("finished " + age + " " + after);
      return new Step<>(2, null);
    }

    @Override
    public Step<JobId> removeDead(Duration age, @Nullable JobId after, int limit) {
      call("dead " + age + " " + after);
      return after == null ? new Step<>(4, new JobId(7)) : new Step<>(1, null);
    }

    @Override
    public boolean tend(long claims) {
      call("tend " + claims);
      now = now.plusSeconds(1);
      return true;
    }

    private void call(String call) {
      calls.add(call);
      if (isAway) {
        throw new StoreException.Unavailable("away", new IllegalStateException());
      }
    }
  }
}
