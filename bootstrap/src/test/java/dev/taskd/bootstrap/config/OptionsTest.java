package dev.taskd.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OptionsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void parse_takes_no_arguments_as_no_wishes() {
    assertThat(parse()).isEqualTo(new Options.Parsed.Proceed(new Options(null, false)));
    assertThat(out.toString() + err).isEmpty();
  }

  @Test
  void parse_takes_a_file_and_the_wish_to_see_the_configuration() {
    var options = new Options(Path.of("a b.yaml"), true);

    assertThat(parse("--config", "a b.yaml", "--print-config"))
        .isEqualTo(new Options.Parsed.Proceed(options));
    assertThat(parse("--print-config", "--config=a b.yaml"))
        .isEqualTo(new Options.Parsed.Proceed(options));
  }

  @Test
  void parse_answers_help_and_version_itself() {
    assertThat(parse("--version")).isEqualTo(new Options.Parsed.Exit(0));
    assertThat(out.toString()).isEqualToIgnoringNewLines("taskd 1.2.3\n");

    assertThat(parse("--help")).isEqualTo(new Options.Parsed.Exit(0));
    assertThat(out.toString())
        .contains("--config=FILE", "--print-config", "--version", "--help")
        .contains("64", "69", "78");
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--confg=x",
        "--config",
        "start",
        "-x",
        "--print-config=maybe",
        "--config=a --config=b",
        "@options",
        "--config=\u0000"
      })
  void parse_refuses_what_it_does_not_know(String line) {
    assertThat(parse(line.split(" "))).isEqualTo(new Options.Parsed.Exit(Options.USAGE_ERROR));
    assertThat(err.toString())
        .startsWith("taskd: ")
        .contains("Usage: taskd")
        .doesNotContain("\u001b");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void file_is_the_named_one_else_the_default_one(@TempDir Path directory) throws Exception {
    Path named = Files.writeString(directory.resolve("other.yaml"), "http.port: 1");
    Files.writeString(directory.resolve("taskd.yaml"), "http.port: 2");

    assertThat(new Options(named, false).file(directory).entries())
        .extracting(Entry::origin)
        .containsExactly(named + ":1");
    assertThat(new Options(null, false).file(directory).entries())
        .extracting(Entry::origin)
        .containsExactly(directory.resolve("taskd.yaml") + ":1");
  }

  private Options.Parsed parse(String... arguments) {
    return Options.parse(
        arguments, "1.2.3", new PrintWriter(out, true), new PrintWriter(err, true));
  }
}
