package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.task.TaskQuery;
import dev.taskd.domain.task.TaskState;
import dev.taskd.testkit.StoreUnderTest;
import dev.taskd.testkit.TestJobs;
import dev.taskd.testkit.TestTasks;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All that a node asks for, through a pooler in transaction mode, as docs/operation.md says. */
@Tag("pgbouncer")
class PgBouncerTest {
  private static final int ROUNDS = 20;
  private static final int JOBS = 10;

  @Test
  void all_work_gets_done_through_a_pooler_and_within_its_limits() throws Exception {
    try (TestDatabase test = TestDatabase.create();
        PgBouncer pooler = PgBouncer.start(test.settings())) {
      test.ask(
          """
          do $$ begin
            execute format('alter role %I in database %I set statement_timeout = ''10s''',
              current_user, current_database());
            execute format('alter role %I in database %I set plan_cache_mode = force_generic_plan',
              current_user, current_database());
          end $$
          """);
      PostgresSettings direct = test.settings();
      String url = direct.url().replaceFirst("//[^/]*/", "//127.0.0.1:" + pooler.port() + "/");
      PostgresSettings pooled =
          PostgresSettings.of(
                  url + (url.contains("?") ? "&" : "?") + "prepareThreshold=0",
                  direct.user(),
                  direct.password())
              .withDirectUrl(direct.url())
              .withPoolSize(6);
      try (Database database = Database.open(pooled);
          StoreUnderTest store = TestStore.on(pooled, database, TestTasks::oneDelivery, 3)) {
        assertThat(store.nudges().await(Duration.ofSeconds(20))).as("listens").isTrue();

        for (int round = 0; round < ROUNDS; round++) {
          play(store);
        }

        assertThat(store.nudges().await(Duration.ofSeconds(20))).as("nudged").isTrue();
        assertThat(store.taskReader().list(new TaskQuery(TaskState.SUCCEEDED, null, 1000, null)))
            .hasSize(ROUNDS * JOBS);
        String limit =
            database.run(
                connection ->
                    String.valueOf(Database.sql(connection).fetchValue("show statement_timeout")));
        assertThat(limit).isEqualTo("10s");
      }
    }
  }

  private static void play(StoreUnderTest store) {
    NodeId node = store.nodes().join();
    for (int i = 0; i < JOBS; i++) {
      store.tasks().submit(List.of(TestTasks.asked(TestTasks.RESIZE)));
    }
    List<ClaimedJob> claimed =
        store.jobs().claim(node, List.of(TestJobs.demand(JOBS, TestTasks.SCALE)));
    store.nodes().beat(node);
    store.jobs().outlook(List.of(TestTasks.SCALE));
    assertThat(store.jobs().held(node, null, 100)).hasSize(JOBS);
    assertThat(
            store
                .jobs()
                .settle(
                    node,
                    claimed.stream()
                        .map(job -> TestJobs.settlement(job, new Verdict.Finished("1")))
                        .toList()))
        .isEmpty();
    store.taskReader().list(new TaskQuery(null, null, 7, null));
    store.jobReader().list(new JobQuery(null, null, false, 7, null));
    store.jobReader().counts();
    store.nodes().leave(node);
  }
}
