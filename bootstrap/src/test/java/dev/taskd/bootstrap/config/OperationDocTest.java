package dev.taskd.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds docs/operation.md, the home of the exit codes, against what the command line tells. */
final class OperationDocTest {
  @Test
  void exit_codes_of_the_help_are_those_of_the_documentation() throws IOException {
    StringWriter help = new StringWriter();
    PrintWriter out = new PrintWriter(help);
    Options.parse(new String[] {"--help"}, "1", out, out);

    List<String> told = found("(?m)^ +(\\d+) ", help.toString());
    List<String> documented =
        found("(?m)^\\| (\\d+) \\|", Files.readString(Path.of("..", "docs", "operation.md")));
    assertThat(told).isNotEmpty().containsExactlyElementsOf(documented);
  }

  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(OperationDocTest::first).toList();
  }

  private static String first(MatchResult match) {
    return match.group(1);
  }
}
