package dev.taskd.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * One format for all sources. Runs as a test because Maven's own JVM may be too old to parse them.
 */
class FormatTest {
  private static final boolean WRITE = Boolean.getBoolean("format.write");
  private static final String REPAIR =
      "to repair: mvn -pl architecture-tests -am test -Dtest=FormatTest -Dformat.write=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  @Test
  void sources_are_formatted() throws Exception {
    var unformatted = new ArrayList<Path>();

    for (Path source : Sources.handwritten()) {
      String text = Files.readString(source);
      String formatted = format(text);
      if (!text.equals(formatted)) {
        repairOr(unformatted, source, formatted);
      }
    }

    assertThat(unformatted).as(REPAIR).isEmpty();
  }

  @Test
  void format_bites() throws Exception {
    assertThat(format("final class  A {}\n")).isEqualTo("final class A {}\n");
  }

  private static String format(String text) throws FormatterException {
    return new Formatter().formatSourceAndFixImports(text);
  }

  private static void repairOr(List<Path> unformatted, Path source, String formatted)
      throws IOException {
    if (WRITE) {
      Files.writeString(source, formatted);
    } else {
      unformatted.add(source);
    }
  }
}
