package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.domain.port.StoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class DatabaseTest {
  private static final String APPLIED =
      "select count(*) from schema_history where success and version is not null";

  @Test
  void open_makes_the_schema_once() {
    try (TestDatabase test = TestDatabase.create()) {
      test.open().close();
      List<String> once = test.ask(APPLIED);
      test.ask("insert into node default values");

      test.open().close();

      assertThat(once).isEqualTo(test.ask(APPLIED)).isNotEqualTo(List.of("0"));
      assertThat(test.ask("select count(*) from node")).containsExactly("1");
    }
  }

  @Test
  void open_refuses_a_schema_that_is_newer_than_the_code() {
    try (TestDatabase test = TestDatabase.create()) {
      test.open().close();
      test.ask(
          """
          insert into schema_history (installed_rank, version, description, type, script, checksum,
            installed_by, execution_time, success)
          values (99, '9999', 'of the future', 'SQL', 'V9999__of_the_future.sql', 1, 'x', 1, true)
          """);

      assertThatThrownBy(test::open)
          .isInstanceOf(StoreException.Rejected.class)
          .hasMessageContaining("9999")
          .hasMessageContaining("newer");
    }
  }

  @Test
  void open_refuses_a_migration_that_was_changed() {
    try (TestDatabase test = TestDatabase.create()) {
      test.open().close();
      test.ask("update schema_history set checksum = 1 where version = '1'");

      assertThatThrownBy(test::open).isInstanceOf(StoreException.Rejected.class);
    }
  }

  @Test
  void open_refuses_a_database_that_cannot_keep_every_text() {
    String latin = "encoding 'LATIN1' locale 'C' template template0";
    try (TestDatabase test = TestDatabase.create(latin)) {
      assertThatThrownBy(test::open)
          .isInstanceOf(StoreException.Rejected.class)
          .hasMessageContaining("LATIN1")
          .hasMessageContaining("encoding 'UTF8'");
    }
  }

  @Test
  void open_without_the_rights_says_which_are_needed() {
    try (TestDatabase test = TestDatabase.create()) {
      String poor = test.role("poor");
      try {
        assertThatThrownBy(
                () -> test.open(PostgresSettings.of(test.settings().url(), poor, "poor")))
            .isInstanceOf(StoreException.Rejected.class)
            .hasMessageContaining("create on the database")
            .hasMessageContaining("42501");
      } finally {
        test.ask("drop role " + poor);
      }
    }
  }

  @Test
  void open_with_a_wrong_password_or_name_or_with_tls_that_is_not_there_is_hopeless() {
    try (TestDatabase test = TestDatabase.create()) {
      PostgresSettings good = test.settings();
      String somebody = test.role("right");
      String url = good.url() + "_gone";
      String mark = good.url().contains("?") ? "&" : "?";
      List<PostgresSettings> hopeless =
          List.of(
              PostgresSettings.of(good.url(), "nobody", "wrong"),
              PostgresSettings.of(url, good.user(), good.password()),
              PostgresSettings.of(good.url(), somebody, "right"),
              PostgresSettings.of(
                  good.url() + mark + "sslmode=require", good.user(), good.password()));

      try {
        assertThat(hopeless)
            .allSatisfy(
                settings ->
                    assertThatThrownBy(() -> test.open(settings))
                        .isInstanceOf(StoreException.Rejected.class)
                        .hasMessageMatching(".*\\(SQLState (28...|3D000|42501|08004)\\).*"));
      } finally {
        test.ask("drop role " + somebody);
      }
    }
  }

  @Test
  void open_of_a_server_that_is_away_may_be_tried_again() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }

    for (String host : List.of("127.0.0.1", "no-such-host.invalid")) {
      assertThatThrownBy(
              () ->
                  Database.open(
                      PostgresSettings.of(
                          "jdbc:postgresql://" + host + ":" + port + "/x", "x", "x")))
          .as(host)
          .isInstanceOf(StoreException.Unavailable.class);
    }
  }

  @Test
  void sessions_are_limited_and_named() {
    try (TestDatabase test = TestDatabase.create();
        Database database = test.open()) {
      List<String> shown =
          Stream.of(
                  "statement_timeout",
                  "lock_timeout",
                  "idle_in_transaction_session_timeout",
                  "plan_cache_mode",
                  "application_name")
              .map(name -> database.run(c -> show(c, name)))
              .toList();

      assertThat(shown).containsExactly("10s", "2s", "15s", "force_generic_plan", "taskd");
    }
  }

  @Test
  void sessions_of_every_sort_limit_their_statements_at_both_ends() throws Exception {
    try (TestDatabase test = TestDatabase.create()) {
      PostgresSettings settings = test.settings();
      Map<DataSource, Duration> limits =
          Map.of(
              Sessions.forWork(settings), settings.statementTimeout(),
              Sessions.forListening(settings), settings.statementTimeout(),
              Sessions.forMigrations(settings), Duration.ofMinutes(10));

      for (Map.Entry<DataSource, Duration> each : limits.entrySet()) {
        try (Connection connection = each.getKey().getConnection()) {
          Duration here = Duration.ofMillis(connection.getNetworkTimeout());

          assertThat(atServer(connection)).isEqualTo(each.getValue());
          assertThat(here).isEqualTo(each.getValue().plusSeconds(5));
        }
      }
    }
  }

  private static Duration atServer(Connection connection) {
    return Duration.ofMillis(
        Database.sql(connection)
            .fetchSingle("select setting::int from pg_settings where name = 'statement_timeout'")
            .get(0, Long.class));
  }

  private static String show(Connection connection, String setting) {
    return String.valueOf(Database.sql(connection).fetchValue("show " + setting));
  }

  @Test
  void settings_of_the_url_win() {
    try (TestDatabase test = TestDatabase.create()) {
      PostgresSettings settings = test.settings();
      String mark = settings.url().contains("?") ? "&" : "?";
      String url = settings.url() + mark + "options=-c%20lock_timeout=1234";

      try (Database database =
          test.open(PostgresSettings.of(url, settings.user(), settings.password()))) {
        String shown = database.run(c -> show(c, "lock_timeout"));
        assertThat(shown).isEqualTo("1234ms");
      }
    }
  }

  @Test
  void settings_hide_secrets() {
    PostgresSettings settings =
        PostgresSettings.of("jdbc:postgresql://h/d?password=in-url", "me", "in-field");

    assertThat(settings.toString()).contains("//h/d").doesNotContain("in-url", "in-field");
    assertThat(settings.poolSize()).isEqualTo(8);
    assertThat(settings.connectTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.statementTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.lockTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThatThrownBy(() -> PostgresSettings.of("jdbc:mysql://h/d", null, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> settings.withPoolSize(0)).hasMessageContaining("0");
  }
}
