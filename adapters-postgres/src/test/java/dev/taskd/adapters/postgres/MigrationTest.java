package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that make the schema at the same time, or die while they do. */
class MigrationTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String MIGRATING =
      "select pid from pg_stat_activity where datname = current_database()"
          + " and application_name = 'taskd migrations'";

  /** Holds the migration up in its middle while somebody has the lock. */
  private static final String SLOW =
      """
      create function public.hold() returns event_trigger language plpgsql as $$
      begin
        if current_query() ilike '%create table lease%' then
          perform pg_advisory_xact_lock(42);
        end if;
      end $$;
      create event trigger slow on ddl_command_start when tag in ('CREATE TABLE')
      execute function public.hold()
      """;

  @Test
  void four_nodes_that_open_an_empty_database_at_once_make_the_schema_once() throws Exception {
    openAtOnce(4);
  }

  @RepeatedTest(20)
  @Tag("long")
  void eight_nodes_that_open_an_empty_database_at_once_make_the_schema_once() throws Exception {
    openAtOnce(8);
  }

  private static void openAtOnce(int count) throws Exception {
    try (TestDatabase test = TestDatabase.create();
        ExecutorService nodes = Executors.newFixedThreadPool(count)) {
      Callable<Boolean> node =
          () -> {
            try (Database database = test.open(test.settings().withPoolSize(1))) {
              return new PostgresNodeStore(database).join().value() > 0;
            }
          };

      List<Future<Boolean>> opened = nodes.invokeAll(Collections.nCopies(count, node));

      for (Future<Boolean> one : opened) {
        assertThat(one.get()).isTrue();
      }
      assertThat(test.ask("select version from schema_history group by 1 having count(*) > 1"))
          .isEmpty();
      assertThat(test.ask("select success from schema_history group by 1")).containsExactly("t");
    }
  }

  @Test
  void a_node_killed_in_the_middle_of_a_migration_leaves_nothing_half_done() throws Exception {
    try (TestDatabase test = TestDatabase.create();
        Connection holder = test.connect();
        ExecutorService next = Executors.newSingleThreadExecutor()) {
      test.ask(SLOW);
      Sql.execute(holder, "select pg_advisory_lock(42)");
      Process killed = MigratingProcess.start(test.settings());
      try {
        Soon.holds(LONG, () -> !test.ask(MIGRATING + " and wait_event = 'advisory'").isEmpty());
      } finally {
        killed.destroyForcibly().waitFor();
      }
      List<String> orphan = test.ask(MIGRATING + " and wait_event = 'advisory'");

      Future<Database> started = next.submit(() -> test.open());
      Sql.execute(holder, "select pg_advisory_unlock(42)");
      started.get().close();

      assertThat(orphan).as("its statement outlived it").hasSize(1);
      assertThat(test.ask("select version from schema_history group by 1 having count(*) > 1"))
          .isEmpty();
      assertThat(test.ask("select success from schema_history group by 1")).containsExactly("t");
      test.open().close();
    }
  }
}
