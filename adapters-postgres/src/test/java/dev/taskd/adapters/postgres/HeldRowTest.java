package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.task.NewTask;
import dev.taskd.testkit.StoreUnderTest;
import dev.taskd.testkit.TestJobs;
import dev.taskd.testkit.TestTasks;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A row that somebody else holds delays the outcome of its own job and of no other. */
class HeldRowTest {
  @RegisterExtension static final TestStore STORE = new TestStore();

  private static final Duration PATIENCE = Duration.ofMillis(500);

  @Test
  void settle_records_all_but_the_job_whose_task_is_held() throws Exception {
    STORE.test().empty();
    try (Database database = STORE.test().open(impatient());
        StoreUnderTest store = STORE.on(database, TestTasks::oneDelivery, 3);
        Connection holder = STORE.test().connect()) {
      NodeId node = store.nodes().join();
      NewTask held = TestTasks.asked(TestTasks.RESIZE);
      store.tasks().submit(List.of(held, TestTasks.asked(TestTasks.RESIZE)));
      store.jobs().add(TestJobs.mails(3));
      List<Settlement> batch =
          store
              .jobs()
              .claim(node, List.of(TestJobs.demand(10, TestJobs.MAIL, TestTasks.SCALE)))
              .stream()
              .map(job -> TestJobs.settlement(job, new Verdict.Finished("1")))
              .toList();
      ClaimedJob unlucky =
          batch.stream()
              .map(Settlement::job)
              .filter(job -> held.id().equals(job.task()))
              .findAny()
              .orElseThrow();

      holder.setAutoCommit(false);
      Sql.execute(holder, "select from task where id = ?::uuid for update", held.id().toString());
      long start = System.nanoTime();
      Throwable thrown = catchThrowable(() -> store.jobs().settle(node, batch));
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      List<ClaimedJob> open = store.jobs().held(node, null, 10);
      holder.rollback();
      Set<Integer> stale = store.jobs().settle(node, batch);

      assertThat(thrown).isInstanceOf(StoreException.Unavailable.class);
      assertThat(took).isLessThan(PATIENCE.multipliedBy(10));
      assertThat(open).containsExactly(unlucky);
      assertThat(stale).isEmpty();
      assertThat(store.jobReader().counts().done()).isEqualTo(5);
      assertThat(store.jobReader().find(unlucky.id()).orElseThrow().state())
          .isEqualTo(JobState.DONE);
    }
  }

  @Test
  void claim_steps_over_a_job_that_is_held() throws Exception {
    try (StoreUnderTest store = STORE.empty(TestTasks::oneDelivery, 3);
        Connection holder = STORE.test().connect()) {
      NodeId node = store.nodes().join();
      store.jobs().add(TestJobs.mails(3));
      holder.setAutoCommit(false);
      Sql.execute(holder, "select from ready order by id limit 1 for update");

      List<ClaimedJob> claimed =
          store.jobs().claim(node, List.of(TestJobs.demand(2, TestJobs.MAIL)));
      holder.rollback();

      assertThat(claimed).hasSize(2);
      assertThat(store.jobs().claim(node, List.of(TestJobs.demand(2, TestJobs.MAIL)))).hasSize(1);
    }
  }

  private static PostgresSettings impatient() {
    PostgresSettings settings = STORE.test().settings();
    return new PostgresSettings(
        settings.url(),
        null,
        settings.user(),
        settings.password(),
        2,
        settings.connectTimeout(),
        settings.statementTimeout(),
        PATIENCE);
  }
}
