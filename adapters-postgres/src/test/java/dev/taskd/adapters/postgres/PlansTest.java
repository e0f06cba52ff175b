package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a claim costs is what it takes, whatever else there is. */
class PlansTest {
  private static final int BATCH = 500;

  private static final Pattern ACTUAL = Pattern.compile("rows=([0-9.]+) loops=([0-9]+)\\)$");
  private static final Pattern FILTERED = Pattern.compile("Rows Removed by Filter: ([0-9]+)");
  private static final Pattern PAGES = Pattern.compile("shared hit=([0-9]+)(?: read=([0-9]+))?");

  @Test
  void claim_reads_no_more_than_it_takes_before_and_after_analyze() throws SQLException {
    try (TestDatabase test = TestDatabase.create();
        Database database = test.open(test.settings().withPoolSize(1))) {
      test.ask("insert into node default values");
      test.ask("analyze");
      prepare(database, "made_when_empty");
      explain(database, "made_when_empty");

      load(test);
      assertPlansAreGood(database, 20);
      test.ask("analyze");
      assertPlansAreGood(database, 20);
      test.ask(
          """
          insert into ready (id, topic, caution, priority, available_at, attempts, crashes)
          select i, 'mail', 0, 1, now() - interval '1 minute', 0, 0
          from generate_series(3000001, 3300000) i
          """);
      assertPlansAreGood(database, BATCH);
      test.ask("analyze");
      assertPlansAreGood(database, BATCH);
    }
  }

  /** 300 000 that are not due, 300 000 of another topic, 500 000 that are done, 20 to be taken. */
  private static void load(TestDatabase test) {
    test.ask(
        """
        alter table ready set (autovacuum_enabled = off);
        alter table finished set (autovacuum_enabled = off);
        insert into ready (id, topic, caution, priority, available_at, attempts, crashes)
        select i, 'mail', 0, 1, now() + interval '1 day' + i * interval '1 s', 0, 0
        from generate_series(1, 300000) i;
        insert into ready (id, topic, caution, priority, available_at, attempts, crashes)
        select i, 'other', 0, 1, now() - interval '1 day', 0, 0
        from generate_series(300001, 600000) i;
        insert into finished (id, attempt, cancelled, at)
        select i, 1, false, now() from generate_series(600001, 1100000) i;
        insert into job (id, topic, payload, priority, max_attempts) overriding system value
        select i, 'mail', '{}', 1, 5 from generate_series(2000001, 2000020) i;
        insert into ready (id, topic, caution, priority, available_at, attempts, crashes)
        select id, topic, 0, 1, now() - interval '1 hour', 0, 0 from job
        """);
  }

  private static void assertPlansAreGood(Database database, int taken) {
    prepare(database, "made_now");
    for (String name : List.of("made_when_empty", "made_now")) {
      List<String> plan = explain(database, name);
      String shown = name + "\n" + String.join("\n", plan);

      assertThat(shown).doesNotContain("Seq Scan", "Bitmap").contains("LockRows");
      assertThat(plan.stream().filter(line -> line.contains("LockRows")).map(PlansTest::rows))
          .as(shown)
          .containsExactlyInAnyOrder(1L, (long) taken);
      assertThat(plan).as(shown).allSatisfy(line -> assertThat(rows(line)).isLessThan(2 * BATCH));
      assertThat(plan)
          .as(shown)
          .allSatisfy(line -> assertThat(number(FILTERED, line)).isLessThan(BATCH));
      assertThat(pages(plan)).as(shown).isLessThan(400 + 20 * taken);
    }
    execute(database, "deallocate made_now");
  }

  private static void prepare(Database database, String name) {
    execute(
        database,
        "prepare "
            + name
            + " (bigint, int[], int[], smallint[], int[], int[], text[]) as "
            + numbered(Statements.CLAIM));
  }

  private static void execute(Database database, String sql) {
    database.run(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
          }
        });
  }

  /** The plan as it ran, undone afterwards. */
  private static List<String> explain(Database database, String name) {
    String sql =
        ("explain (analyze, buffers, timing off) execute %s (1, '{%d}', '{1,1,1}',"
                + " '{0,1,2}', '{%d,16,1}', '{1,1}', '{mail,report}')")
            .formatted(name, BATCH, BATCH);
    return database.run(
        connection -> {
          connection.setAutoCommit(false);
          List<String> plan = new ArrayList<>();
          try (Statement statement = connection.createStatement();
              ResultSet lines = statement.executeQuery(sql)) {
            while (lines.next()) {
              plan.add(lines.getString(1));
            }
          }
          connection.rollback();
          return plan;
        });
  }

  private static String numbered(String sql) {
    StringBuilder numbered = new StringBuilder();
    int number = 0;
    for (int i = 0; i < sql.length(); i++) {
      char c = sql.charAt(i);
      numbered.append(c == '?' ? "$" + ++number : String.valueOf(c));
    }
    return numbered.toString();
  }

  /** How many rows a node of the plan gave in all; 0 for a line that is no node. */
  private static long rows(String line) {
    var found = ACTUAL.matcher(line);
    return found.find()
        ? Math.round(Double.parseDouble(found.group(1)) * Long.parseLong(found.group(2)))
        : 0;
  }

  private static long number(Pattern pattern, String line) {
    var found = pattern.matcher(line);
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  /** Of the whole statement: the first line that tells of pages. */
  private static long pages(List<String> plan) {
    return plan.stream()
        .map(PAGES::matcher)
        .filter(found -> found.find())
        .findFirst()
        .map(
            found ->
                Long.parseLong(found.group(1))
                    + (found.group(2) == null ? 0 : Long.parseLong(found.group(2))))
        .orElseThrow();
  }
}
