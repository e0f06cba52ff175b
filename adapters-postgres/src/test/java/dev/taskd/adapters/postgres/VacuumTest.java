package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** When the queue's tables are vacuumed. */
class VacuumTest {
  @RegisterExtension static final TestStore STORE = new TestStore();

  private PostgresHousekeeping housekeeping;

  @BeforeEach
  void open() {
    STORE.test().empty();
    housekeeping = new PostgresHousekeeping(STORE.database(), STORE.test().settings());
  }

  @Test
  void tend_vacuums_once_in_a_hundred_thousand_claims_of_all_nodes() {
    PostgresHousekeeping other =
        new PostgresHousekeeping(STORE.database(), STORE.test().settings());

    List<Boolean> vacuumed =
        List.of(
            housekeeping.tend(50_000),
            other.tend(49_999),
            housekeeping.tend(1),
            other.tend(99_999),
            housekeeping.tend(250_000));

    assertThat(vacuumed).containsExactly(false, false, true, false, true);
  }

  @Test
  void vacuum_frees_what_was_claimed() {
    long before = vacuums();

    housekeeping.tend(100_000);

    assertThat(vacuums()).isGreaterThan(before);
  }

  @Test
  void vacuum_that_is_under_way_elsewhere_is_not_waited_for() throws Exception {
    try (Connection holder = STORE.test().connect()) {
      holder.setAutoCommit(false);
      Sql.execute(holder, "lock table ready, lease in share update exclusive mode");

      boolean vacuumed = housekeeping.tend(100_000);

      assertThat(vacuumed).isTrue();
      holder.rollback();
    }
  }

  private static long vacuums() {
    return Long.parseLong(
        STORE
            .test()
            .ask(
                "select sum(vacuum_count)::bigint from pg_stat_user_tables"
                    + " where relname in ('ready', 'lease')")
            .getFirst());
  }
}
