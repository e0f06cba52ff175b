package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.port.StoreException.Rejected;
import dev.taskd.domain.port.StoreException.Unavailable;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlErrorsTest {
  private static final TestDatabase TEST = TestDatabase.create();

  @BeforeAll
  static void makeSchema() {
    TEST.open().close();
  }

  @AfterAll
  static void drop() {
    TEST.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Rejected    | 23505 | insert into taskd.finished values (7, 1, true, null, now()), (7, 1, true, null, now())
          Rejected    | 23514 | insert into taskd.job (topic, priority, max_attempts) values ('secret', 9, 1)
          Rejected    | 22P02 | select 'secret'::int
          Rejected    | 22003 | select 2147483647 + 1
          Rejected    | 22008 | select timestamptz 'epoch' + interval '200000000 days'
          Unavailable | 57014 | select pg_sleep(60)
          Unavailable | 42P01 | select * from taskd.secret
          Unavailable | 40P01 | do $$ begin raise 'secret' using errcode = '40P01'; end $$
          Unavailable | 40001 | do $$ begin raise 'secret' using errcode = '40001'; end $$
          Unavailable | 53100 | do $$ begin raise 'secret' using errcode = '53100'; end $$
          Unavailable | 25006 | do $$ begin raise 'secret' using errcode = '25006'; end $$
          Unavailable | 57P01 | select pg_terminate_backend(pg_backend_pid())
          """)
  void a_state_says_whether_asking_again_is_right(String sort, String state, String sql) {
    Throwable thrown;
    try (Database database = TEST.open(impatient())) {
      thrown =
          catchThrowable(
              () ->
                  database.run(
                      connection -> {
                        Sql.execute(connection, sql);
                        return true;
                      }));
    }

    assertThat(thrown)
        .isInstanceOf(sort.equals("Rejected") ? Rejected.class : Unavailable.class)
        .hasMessageContaining(state)
        .hasNoNullFieldsOrProperties();
    assertThat(thrown.getMessage()).doesNotContain("secret");
    assertThat(thrown.getCause()).isNotNull();
  }

  @Test
  void a_pool_that_is_exhausted_is_unavailable_in_time() {
    try (Database database = TEST.open(impatient().withPoolSize(1))) {
      Throwable thrown =
          database.run(held -> catchThrowable(() -> database.run(second -> "never")));

      assertThat(thrown)
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("no connection was to be had");
    }
  }

  @Test
  void a_row_that_is_held_is_unavailable_in_time() {
    TEST.ask("insert into node default values");
    try (Database database = TEST.open(impatient())) {
      Throwable thrown =
          database.transact(
              first -> {
                Sql.execute(first, "select * from taskd.node for update");
                return catchThrowable(
                    () ->
                        database.transact(
                            second -> {
                              Sql.execute(second, "select * from taskd.node for update");
                              return true;
                            }));
              });

      assertThat(thrown).isInstanceOf(Unavailable.class).hasMessageContaining("55P03");
    }
  }

  @Test
  void a_broken_statement_of_the_typed_sort_is_told_the_same_way() {
    try (Database database = TEST.open()) {
      Throwable thrown =
          catchThrowable(() -> database.run(c -> Database.sql(c).fetch("select 'x'::int")));

      assertThat(thrown).isInstanceOf(Rejected.class).isInstanceOf(StoreException.class);
    }
  }

  private static PostgresSettings impatient() {
    PostgresSettings settings = TEST.settings();
    return new PostgresSettings(
        settings.url(),
        null,
        settings.user(),
        settings.password(),
        2,
        Duration.ofMillis(1500),
        Duration.ofMillis(500),
        Duration.ofMillis(200));
  }
}
