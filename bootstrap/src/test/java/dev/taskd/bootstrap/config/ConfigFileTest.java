package dev.taskd.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigFileTest {
  @TempDir private Path directory;

  @Test
  void parse_keeps_texts_as_they_were_written() {
    TaskdConfig config =
        Configs.of(
            "storage: postgres",
            "postgres:",
            "  url: jdbc:postgresql://db/taskd",
            "  user: 007",
            "  password: 0x1F",
            "data-dir: 2001-01-01",
            "auth: {tokens: [12345678901234567890, 1.50000000000000000]}");

    assertThat(config.storage())
        .isEqualTo(
            new TaskdConfig.Storage.Postgres(
                "jdbc:postgresql://db/taskd", null, "007", new Secret<>("0x1F"), 8));
    assertThat(config.auth().tokens())
        .extracting(Secret::value)
        .containsExactly("12345678901234567890", "1.50000000000000000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\n",
        "# nothing\n",
        "---\n",
        "--- # nothing\n...\n",
        "~\n",
        "{}\n",
        "\uFEFF# BOM\n"
      })
  void parse_takes_an_empty_file_as_no_settings(String text) {
    assertThat(TaskdConfig.from(ConfigFile.parse("taskd.yaml", text), Map.of()))
        .isEqualTo(Configs.of());
  }

  @Test
  void parse_takes_a_section_without_keys_as_absent() {
    TaskdConfig config =
        Configs.of("worker:", "#  batch: 64", "http: {}", "queues:", "task-types: ~", "steps: {}");

    assertThat(config).isEqualTo(Configs.of());
  }

  @Test
  void parse_takes_dotted_keys_too() {
    TaskdConfig config = Configs.of("worker.batch: 100", "http: {port: 9000}");

    assertThat(config.worker().batch()).isEqualTo(100);
    assertThat(Configs.effective(config, "worker.batch")).isEqualTo("100 (taskd.yaml:1)");
    assertThat(Configs.effective(config, "http.port")).isEqualTo("9000 (taskd.yaml:2)");
  }

  @Test
  void parse_refuses_keys_given_twice_however_they_are_written() {
    assertThat(
            Configs.faults(
                "worker:",
                "  batch: 100",
                "  batch: 200",
                "worker: {timeout: 1s}",
                "http: {port: 1}",
                "http.port: 2"))
        .containsExactly(
            "taskd.yaml (line 3, column 3): worker.batch is given twice: keep one of them",
            "taskd.yaml (line 4, column 1): worker is given twice: keep one of them",
            "http.port (taskd.yaml:6): is given twice, first at taskd.yaml:5: keep one of them");
  }

  @ParameterizedTest
  @ValueSource(strings = {"just text\n", "- http\n- worker\n", "[]\n", "42\n", "'null'\n"})
  void parse_refuses_what_is_no_mapping(String text) {
    assertThat(Configs.faults(text))
        .containsExactly(
            "taskd.yaml (line 1, column 1): must be a mapping of keys to values, such as worker:"
                + " {batch: 64}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\thttp: {port: 1}",
        "http:\n\tport: 1",
        "http: {port: 1",
        "http: port: 1",
        "http: 'port",
        "http: @port",
        "http: }",
        "http: \"\\q\"",
        "http: *",
        "http: \u0000",
        "- worker\nhttp: {port: 1}",
        "queues: {slow: {}}\nstorage: postgres\npostgres: {url: x",
        "http: {port: 1}\nhttp: {port: 2}\n  }"
      })
  void parse_says_where_it_is_not_yaml(String text) {
    assertThat(Configs.faults(text))
        .singleElement()
        .asString()
        .matches(
            "taskd\\.yaml \\((line \\d+, column \\d+|whole)\\): is not YAML that taskd reads: .+");
  }

  @Test
  void parse_refuses_what_changes_a_value_unseen() {
    assertThat(
            Configs.faults(
                "postgres: {password: &hunter2 x}",
                "worker: {batch: *hunter2}",
                "webhook: {url: !hunter2 http://hooks.test}",
                "http: &hunter2 {port: 1}",
                "shutdown: {<<: *hunter2}",
                "auth: {tokens: [&hunter2 1234567890123456]}",
                "? [notifier]",
                ": log",
                "? &hunter2 storage",
                ": memory"))
        .hasSize(8)
        .allMatch(fault -> fault.startsWith("taskd.yaml (line "))
        .noneMatch(fault -> fault.contains("hunter2"));
  }

  @Test
  void parse_of_what_is_not_yaml_tells_that_and_nothing_that_follows_from_it() {
    assertThat(
            Configs.faultsWith(
                Map.of("TASKD_STORAGE", "postgres", "TASKD_WORKER_BACTH", "1"),
                "http: {port: 8080",
                "postgres: {url: 'jdbc:postgresql://db/taskd'}"))
        .singleElement()
        .asString()
        .startsWith("taskd.yaml (line 2, column 9): is not YAML that taskd reads: ");
  }

  @Test
  void parse_names_an_undefined_tag_by_its_place_only() {
    assertThat(Configs.faults("postgres: {password: !hunter2!x y}"))
        .containsExactly(
            "taskd.yaml (line 1, column 22): is not YAML that taskd reads: found undefined tag"
                + " handle");
  }

  @Test
  void parse_refuses_a_second_document() {
    assertThat(Configs.faults("http: {port: 1}", "---", "http: {port: 2}"))
        .containsExactly(
            "taskd.yaml (line 2, column 1): holds a second document: remove everything from this"
                + " --- on");
  }

  @Test
  void parse_gives_up_on_deep_nesting_at_once() {
    assertThat(Configs.faults("http: " + "[".repeat(1_000_000)))
        .contains(
            "taskd.yaml (whole): is not YAML that taskd reads: nested deeper than 8 at line 1,"
                + " column 14");
    assertThat(Configs.faults("a: " + "{a: ".repeat(50_000) + "1" + "}".repeat(50_000)))
        .first()
        .asString()
        .contains("nested deeper than 8");
    assertThat(Configs.faults("worker: {a: {b: {c: {d: {e: {f: {g: 1}}}}}}}"))
        .noneMatch(fault -> fault.contains("nested"));
  }

  @Test
  void parse_refuses_values_that_are_not_there_or_of_the_wrong_shape() {
    assertThat(
            Configs.faults(
                "http:",
                "  port:",
                "  host: ''",
                "  max-body: [1MiB]",
                "  allowed-hosts: ~",
                "worker: 5",
                "storage: {type: memory, dir: /x}",
                "data-dir: null",
                "notifier: [log]",
                "auth: {tokens: [[a], ~, {b: c}]}",
                "queues: [default]",
                "steps: {encode: 3h}",
                "task-types: {transcode: {steps: {encode: 1}}}"))
        .containsExactlyInAnyOrder(
            "http.port (taskd.yaml:2): has no value: give it one, or remove the key",
            "http.host (taskd.yaml:3): is empty: give it a value, or remove the key",
            "http.max-body (taskd.yaml:4): takes one value, not a list",
            "http.allowed-hosts (taskd.yaml:5): has no value: write a list, or remove the key",
            "worker (taskd.yaml:6): takes a mapping, as in worker: {concurrency: …}",
            "storage (taskd.yaml:7): takes one value or a list, not a mapping",
            "data-dir (taskd.yaml:8): has no value: give it one, or remove the key",
            "notifier (taskd.yaml:9): takes one value, not a list",
            "taskd.yaml (line 10, column 17): an item of auth.tokens is not plain text",
            "taskd.yaml (line 10, column 22): an item of auth.tokens is not plain text",
            "taskd.yaml (line 10, column 25): an item of auth.tokens is not plain text",
            "queues (taskd.yaml:11): takes a mapping, as in queues: {a-name: {concurrency: …}}",
            "steps.encode (taskd.yaml:12): takes a mapping, as in steps: {encode: {timeout: …}}",
            "task-types.transcode.steps (taskd.yaml:13): takes one value or a list, not a mapping");
  }

  @Test
  void named_must_be_there_and_be_a_text() throws Exception {
    Path missing = directory.resolve("missing.yaml");
    Path latin = Files.write(directory.resolve("latin.yaml"), new byte[] {'#', (byte) 0xE7, '\n'});
    Path huge = Files.writeString(directory.resolve("huge.yaml"), "#".repeat(10_000_000));

    assertThat(refusal(missing))
        .isEqualTo(missing + " (configuration file): there is no such file");
    assertThat(refusal(latin))
        .isEqualTo(latin + " (configuration file): is not UTF-8: save it in that encoding");
    assertThat(refusal(huge))
        .isEqualTo(
            huge
                + " (configuration file): is longer than 1 MiB: that is no configuration of taskd");
    assertThat(refusal(directory))
        .isEqualTo(directory + " (configuration file): cannot be read: it is a directory");
  }

  @Test
  void in_takes_the_default_file_if_it_is_there() throws Exception {
    assertThat(TaskdConfig.from(ConfigFile.in(directory), Map.of())).isEqualTo(Configs.of());

    Files.writeString(directory.resolve("taskd.yaml"), "http: {port: 1}", StandardCharsets.UTF_8);

    assertThat(TaskdConfig.from(ConfigFile.in(directory), Map.of()).http().port()).isEqualTo(1);
  }

  private static String refusal(Path file) {
    var faults = new String[1];
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> TaskdConfig.from(ConfigFile.named(file), Map.of()))
        .satisfies(e -> faults[0] = e.faults().get(0).toString());
    return faults[0];
  }
}
