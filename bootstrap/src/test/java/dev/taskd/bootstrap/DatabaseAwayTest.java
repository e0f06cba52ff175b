package dev.taskd.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.adapters.postgres.Database;
import dev.taskd.adapters.postgres.PostgresSettings;
import dev.taskd.postgres.embedded.EmbeddedPostgres;
import dev.taskd.testkit.TcpProxy;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process whose database goes away: it stays up, says so once, and goes on by itself. */
class DatabaseAwayTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String LISTENERS =
      "from pg_stat_activity where application_name = 'taskd nudges'";

  @TempDir Path dir;

  @Test
  void outage_is_told_in_few_lines_and_work_goes_on_after_it() throws Exception {
    play(Duration.ofSeconds(3));
  }

  @Test
  @Tag("long")
  void outage_of_two_minutes_costs_no_cpu_and_no_log() throws Exception {
    play(Duration.ofMinutes(2));
  }

  private void play(Duration outage) throws Exception {
    try (EmbeddedPostgres postgres = new EmbeddedPostgres(dir.resolve("postgres")).start();
        TcpProxy proxy = new TcpProxy("127.0.0.1", portOf(postgres.jdbcUrl()));
        TaskdProcess taskd =
            TaskdProcess.start(TestApplication.class, dir, through(proxy, postgres));
        Client client = new Client(taskd.url())) {
      assertThat(client.ended(client.submit("echo", "1")).get("state").asString())
          .isEqualTo("succeeded");
      listensAgainWhenItsSessionIsKilled(postgres);
      String running = client.submit("sleep", "2000");
      taskd.awaitLine("sleeping attempt=1");

      proxy.refuse();
      soon(() -> client.get("/readyz").statusCode() == 503);
      String told = client.get("/readyz").body();
      int linesBefore = lines(taskd).size();
      Duration cpuBefore = cpu(taskd);
      long end = System.nanoTime() + outage.toNanos();
      while (System.nanoTime() < end) {
        assertRefusedAtOnce(client);
        LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
      }
      Duration cpu = cpu(taskd).minus(cpuBefore);
      List<String> lines = lines(taskd).subList(linesBefore, lines(taskd).size());
      proxy.pass();
      soon(() -> client.get("/readyz").statusCode() == 200);

      assertThat(told).contains("the store is away");
      assertThat(lines).as("lines in the outage").isEmpty();
      assertThat(cpu).isLessThan(outage.dividedBy(4).plusSeconds(1));
      assertThat(client.ended(running).get("state").asString()).isEqualTo("succeeded");
      assertThat(client.ended(running).get("attempts").asInt()).isEqualTo(1);
      assertThat(client.ended(client.submit("echo", "2")).get("state").asString())
          .isEqualTo("succeeded");
      assertThat(lines(taskd)).filteredOn(line -> line.contains("the store is away")).hasSize(1);
      assertThat(lines(taskd)).filteredOn(line -> line.contains("the store is back")).hasSize(1);
      assertThat(lines(taskd)).noneMatch(line -> line.contains("ERROR"));
      assertThat(taskd.terminate().exitCode()).isZero();
    }
  }

  @Test
  void node_that_is_older_than_the_schema_says_so_and_ends() throws Exception {
    try (EmbeddedPostgres postgres = new EmbeddedPostgres(dir.resolve("postgres")).start();
        TcpProxy proxy = new TcpProxy("127.0.0.1", portOf(postgres.jdbcUrl()))) {
      Database.open(PostgresSettings.of(postgres.jdbcUrl(), postgres.user(), postgres.password()))
          .close();
      ask(
          postgres,
          """
          insert into taskd.schema_history (installed_rank, version, description, type, script,
            checksum, installed_by, execution_time, success)
          values (99, '9999', 'of the future', 'SQL', 'V9999__of_the_future.sql', 1, 'x', 1, true)
          returning version
          """);

      try (TaskdProcess taskd = TaskdProcess.start(Main.class, dir, through(proxy, postgres))) {
        assertThat(taskd.exitCode()).isEqualTo(69);
        assertThat(lines(taskd))
            .filteredOn(line -> line.contains("the database's schema is of version 9999"))
            .singleElement()
            .asString()
            .contains("start a newer one");
      }
    }
  }

  private static void listensAgainWhenItsSessionIsKilled(EmbeddedPostgres postgres) {
    soon(() -> ask(postgres, "select count(*) " + LISTENERS).equals("1"));
    String first = ask(postgres, "select pid " + LISTENERS);
    ask(postgres, "select pg_terminate_backend(pid) " + LISTENERS);
    soon(() -> ask(postgres, "select count(*) " + LISTENERS + " and pid <> " + first).equals("1"));
  }

  private static void assertRefusedAtOnce(Client client) {
    long start = System.nanoTime();
    HttpResponse<String> answer = client.post("/v1/tasks", "{\"type\":\"echo\",\"input\":3}");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(answer.body()).contains("store_unavailable").doesNotContain("Exception");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
  }

  private static List<String> lines(TaskdProcess taskd) {
    return taskd.output().lines().toList();
  }

  private static Duration cpu(TaskdProcess taskd) {
    return taskd.process().toHandle().info().totalCpuDuration().orElseThrow();
  }

  private static Map<String, String> through(TcpProxy proxy, EmbeddedPostgres postgres) {
    return Map.of(
        "TASKD_STORAGE",
        "postgres",
        "TASKD_POSTGRES_URL",
        postgres.jdbcUrl().replaceFirst(":[0-9]+/", ":" + proxy.port() + "/"),
        "TASKD_POSTGRES_USER",
        postgres.user(),
        "TASKD_POSTGRES_PASSWORD",
        postgres.password());
  }

  private static int portOf(String jdbcUrl) {
    return URI.create(jdbcUrl.substring("jdbc:".length())).getPort();
  }

  private static String ask(EmbeddedPostgres postgres, String sql) {
    try (Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getString(1) : "";
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static void soon(BooleanSupplier condition) {
    long end = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + LONG);
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }
}
