package dev.taskd.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each form measures and prints its line; how fast is nobody's business here. */
class BenchmarksTest {
  private static final Percentage A_LITTLE = Percentage.withPercentage(1);

  private static Server server;

  @BeforeAll
  static void startTheServer() throws Exception {
    server = Server.open(null);
  }

  @AfterAll
  static void stopTheServer() {
    server.close();
  }

  @Test
  void drain_prints_ratios_and_what_a_job_costs() {
    JsonNode line = line("drain", "--jobs", "500", "--runs", "1");

    assertRatios(line);
    JsonNode each = line.get("per_job");
    assertThat(figure(each, "statements")).isLessThan(2);
    assertThat(figure(each, "commits")).isLessThan(2);
    assertThat(figure(each, "wal_bytes")).isBetween(100.0, 20_000.0);
    // Its row in "ready"; that of its lease is shared with others.
    assertThat(figure(each, "dead_rows")).isBetween(1.0, 2.0);
  }

  @Test
  void enqueue_prints_ratios_and_figures_of_single_jobs() {
    JsonNode line = line("enqueue", "--jobs", "500", "--runs", "1");

    assertRatios(line);
    assertThat(figure(line.get("single"), "taskd")).isPositive();
    assertThat(figure(line.get("single"), "reference")).isPositive();
  }

  @Test
  void tasks_prints_ratios_and_what_a_task_costs() {
    JsonNode line = line("tasks", "--jobs", "500", "--runs", "1");

    assertRatios(line);
    JsonNode each = line.get("per_task");
    assertThat(figure(each, "statements")).isBetween(0.01, 20.0);
    assertThat(figure(each, "commits")).isBetween(0.01, 4.0);
    assertThat(figure(each, "wal_bytes")).isBetween(100.0, 20_000.0);
  }

  @Test
  void latency_prints_percentiles_and_its_seed() {
    JsonNode line = line("latency", "--jobs", "5", "--runs", "1");

    assertNoReference(line);
    assertThat(line.get("seed").isIntegralNumber()).isTrue();
    assertThat(figure(line, "taskd")).isEqualTo(figure(line, "p50"));
    assertThat(figure(onlyRun(line), "p99")).isEqualTo(figure(line, "p99"));
    assertThat(figure(line, "p50"))
        .isLessThanOrEqualTo(figure(line, "p95"))
        .isLessThanOrEqualTo(figure(line, "p99"))
        .isLessThanOrEqualTo(figure(line, "max"));
    assertThat(figure(line.get("send_call"), "p50")).isPositive();
  }

  @Test
  void idle_prints_statements_and_heap() {
    JsonNode line = line("idle", "--jobs", "100", "--seconds", "2", "--runs", "1");

    assertNoReference(line);
    assertThat(figure(line, "taskd")).isEqualTo(figure(onlyRun(line), "statements"));
    assertThat(figure(line, "heap_mib")).isBetween(1.0, 1_000.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sprint", "drain --jobs 0", "drain --nonsense"})
  void command_line_that_is_wrong_is_refused(String arguments) {
    var out = new StringWriter();
    var err = new StringWriter();

    int code = run(arguments.isEmpty() ? new String[0] : arguments.split(" "), out, err);

    assertThat(code).isEqualTo(64);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).startsWith("benchmarks: ").contains("drain|enqueue|latency|idle");
  }

  private static JsonNode line(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--jdbc-url", server.url()));
    var out = new StringWriter();
    var err = new StringWriter();

    int code = run(all.toArray(String[]::new), out, err);

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString().lines()).hasSize(1);
    JsonNode line = new JsonMapper().readTree(out.toString());
    assertThat(line.get("name").asString()).isEqualTo(arguments[0]);
    assertThat(line.get("unit").asString()).isNotBlank();
    assertThat(line.get("environment").get("server_version").asString()).isNotBlank();
    assertThat(line.get("environment").get("fsync").asString()).isEqualTo("on");
    return line;
  }

  private static int run(String[] arguments, StringWriter out, StringWriter err) {
    return Benchmarks.run(arguments, new PrintWriter(out), new PrintWriter(err));
  }

  private static void assertRatios(JsonNode line) {
    double taskd = figure(line, "taskd");
    assertThat(figure(line, "ratio")).isCloseTo(taskd / figure(line, "reference"), A_LITTLE);
    assertThat(figure(line, "floor_ratio")).isCloseTo(taskd / figure(line, "floor"), A_LITTLE);
    for (String side : List.of("reference", "floor", "taskd")) {
      assertThat(figure(onlyRun(line), side)).isPositive().isEqualTo(figure(line, side));
    }
  }

  private static void assertNoReference(JsonNode line) {
    for (String member : List.of("reference", "floor", "ratio", "floor_ratio")) {
      assertThat(line.has(member)).isTrue();
      assertThat(line.get(member).isNull()).isTrue();
    }
  }

  private static JsonNode onlyRun(JsonNode line) {
    assertThat(line.get("runs").size()).isEqualTo(1);
    return line.get("runs").get(0);
  }

  private static double figure(JsonNode of, String name) {
    assertThat(of.get(name).isNumber()).as(name + " in " + of).isTrue();
    return of.get(name).asDouble();
  }
}
