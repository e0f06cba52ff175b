package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.task.EventType;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.Outbox;
import dev.taskd.domain.task.TaskState;
import dev.taskd.testkit.StoreUnderTest;
import dev.taskd.testkit.TestJobs;
import dev.taskd.testkit.TestTasks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What happens when the server cuts connections. */
class OutageTest {
  @RegisterExtension static final TestStore STORE = new TestStore();

  private static final Duration LONG = Duration.ofSeconds(20);

  @Test
  void settle_cut_off_in_mid_transaction_does_nothing_and_is_recorded_once_when_resent()
      throws Exception {
    AtomicBoolean cut = new AtomicBoolean(true);
    Outbox cutting =
        (type, task, at) -> {
          if (type == EventType.COMPLETED && cut.getAndSet(false)) {
            killSessions("taskd");
          }
          return TestTasks.oneDelivery(type, task, at);
        };
    try (StoreUnderTest store = STORE.empty(cutting, 3)) {
      NodeId node = store.nodes().join();
      NewTask asked = TestTasks.asked(TestTasks.RESIZE);
      store.tasks().submit(List.of(asked));
      store.jobs().add(TestJobs.mails(2));
      List<ClaimedJob> claimed = claim(store, node);
      List<Settlement> batch =
          claimed.stream().map(job -> TestJobs.settlement(job, new Verdict.Finished("1"))).toList();

      assertThatThrownBy(() -> store.jobs().settle(node, batch))
          .isInstanceOf(StoreException.Unavailable.class);
      List<ClaimedJob> held = heldOnceConnectedAgain(store, node);
      store.jobs().settle(node, batch);
      store.jobs().settle(node, batch);

      assertThat(held).hasSize(3).isEqualTo(claimed);
      assertThat(store.taskReader().find(asked.id()).orElseThrow().state())
          .isEqualTo(TaskState.SUCCEEDED);
      assertThat(store.jobReader().counts().done()).isEqualTo(3);
      assertThat(STORE.test().ask("select count(*) from job where topic = 'task.completed'"))
          .containsExactly("1");
    }
  }

  /** Each connection that the pool still keeps of those that were cut is found out once. */
  private static List<ClaimedJob> heldOnceConnectedAgain(StoreUnderTest store, NodeId node) {
    for (int cut = 0; ; cut++) {
      try {
        return store.jobs().held(node, null, 10);
      } catch (StoreException.Unavailable e) {
        assertThat(cut).isLessThan(10);
      }
    }
  }

  private static List<ClaimedJob> claim(StoreUnderTest store, NodeId node) {
    return store.jobs().claim(node, List.of(TestJobs.demand(10, TestJobs.MAIL, TestTasks.SCALE)));
  }

  @Test
  void claim_after_the_pool_was_cut_off_works_again() throws Exception {
    try (StoreUnderTest store = STORE.empty(TestTasks::oneDelivery, 3)) {
      NodeId node = store.nodes().join();
      store.jobs().add(TestJobs.mails(1));

      killSessions("taskd");
      int tries = 1;
      while (isUnavailable(() -> store.jobs().outlook(List.of(TestJobs.MAIL)))) {
        tries++;
      }

      assertThat(tries).isLessThanOrEqualTo(STORE.test().settings().poolSize() + 1);
      assertThat(claim(store, node)).hasSize(1);
    }
  }

  private static boolean isUnavailable(Runnable call) {
    try {
      call.run();
      return false;
    } catch (StoreException.Unavailable e) {
      return true;
    }
  }

  @Test
  void await_listens_again_after_its_session_was_cut_off() throws Exception {
    try (StoreUnderTest store = STORE.empty(TestTasks::oneDelivery, 3)) {
      assertThat(store.nudges().await(LONG)).as("has begun to listen").isTrue();
      store.nudges().await(Duration.ZERO);

      killSessions("taskd nudges");
      assertThatThrownBy(() -> store.nudges().await(LONG))
          .isInstanceOf(StoreException.Unavailable.class);
      boolean listensAgain = store.nudges().await(LONG);
      boolean silent = store.nudges().await(Duration.ofMillis(50));
      store.jobs().add(TestJobs.mails(1));
      boolean nudged = store.nudges().await(LONG);

      assertThat(listensAgain).as("something may have been missed").isTrue();
      assertThat(silent).isFalse();
      assertThat(nudged).isTrue();
      assertThat(sessions("taskd nudges")).isEqualTo(1);
    }
  }

  @Test
  void await_of_a_server_that_is_away_is_unavailable_and_no_hot_loop() throws Exception {
    PostgresSettings nowhere = PostgresSettings.of("jdbc:postgresql://127.0.0.1:1/x", "x", "x");
    try (PostgresNudges nudges = new PostgresNudges(nowhere)) {
      long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();

      int failures = 0;
      while (System.nanoTime() < end) {
        assertThatThrownBy(() -> nudges.await(Duration.ofMillis(500)))
            .isInstanceOf(StoreException.Unavailable.class);
        failures++;
      }

      assertThat(failures).isBetween(2, 12);
    }
  }

  private static long sessions(String application) {
    return Long.parseLong(
        STORE
            .test()
            .ask(
                "select count(*) from pg_stat_activity where datname = current_database() and"
                    + " application_name = '"
                    + application
                    + "'")
            .getFirst());
  }

  private static void killSessions(String application) {
    STORE
        .test()
        .ask(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname ="
                + " current_database() and application_name = '"
                + application
                + "'");
  }
}
