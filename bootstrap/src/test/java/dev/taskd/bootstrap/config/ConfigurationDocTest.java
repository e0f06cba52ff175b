package dev.taskd.bootstrap.config;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds docs/configuration.md against the table of keys; {@code -Ddoc.write=true} rewrites it. */
final class ConfigurationDocTest {
  private static final Path DOC = Path.of("..", "docs", "configuration.md");
  private static final String START = "<!-- keys -->\n";
  private static final String END = "<!-- /keys -->\n";

  @Test
  void keys_are_documented_with_variable_default_and_meaning() throws IOException {
    if (Boolean.getBoolean("doc.write")) {
      Files.writeString(DOC, withTable(Files.readString(DOC)));
    }

    assertThat(Files.readString(DOC)).isEqualTo(withTable(Files.readString(DOC)));
  }

  @Test
  void examples_are_accepted() throws IOException {
    List<String> examples =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(DOC))
            .results()
            .map(match -> match.group(1))
            .toList();

    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      TaskdConfig.from(ConfigFile.parse("docs/configuration.md", example), Map.of());
    }
  }

  private static String withTable(String doc) {
    int start = doc.indexOf(START) + START.length();
    return doc.substring(0, start) + table() + doc.substring(doc.indexOf(END, start));
  }

  private static String table() {
    String head =
        """

        | key | variable | takes | default | meaning |
        | --- | --- | --- | --- | --- |
        """;
    return Keys.ALL.stream().map(ConfigurationDocTest::row).collect(joining("\n", head, "\n\n"));
  }

  private static String row(Key<?> key) {
    return List.of(
            "`" + key.name() + "`",
            key.isOfGroup() ? "file only" : "`" + key.variable() + "`",
            key.format().takes(),
            key.initial() == null ? "none" : "`" + key.initial() + "`",
            key.meaning())
        .stream()
        .collect(joining(" | ", "| ", " |"));
  }
}
