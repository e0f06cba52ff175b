package dev.taskd.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only the source text shows. */
class SourcesTest {
  private static final Pattern UNDOCUMENTED =
      Pattern.compile(
          "\\n\\n(@[^\\n]*\\n)*public [a-z -]*(class|record|interface|enum|@interface) ");

  private static final Pattern SKIPPED =
      Pattern.compile(
          "@Disabled|\\bassum(e|ing)(True|False|That)\\b|\\bAssumptions\\b|\\bTestAborted");

  private static final Pattern PUT_OFF = Pattern.compile("\\b(TODO|FIXME|XXX|HACK)\\b");

  @Test
  void public_type_says_what_it_is() throws Exception {
    assertThat(offenders(SourcesTest::isUndocumented, main())).isEmpty();
  }

  @Test
  void test_is_never_skipped() throws Exception {
    assertThat(offenders(SKIPPED.asPredicate(), others())).isEmpty();
  }

  @Test
  void work_is_not_put_off_in_a_comment() throws Exception {
    assertThat(offenders(PUT_OFF.asPredicate(), others())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "package a;\n\npublic final class A {}\n",
        "package a;\n\n@FunctionalInterface\npublic interface A {}\n",
        "package a;\n\nimport b.B;\n\npublic sealed abstract class A {}\n",
        "package a;\n\npublic non-sealed class A {}\n",
        "package a;\n\npublic record A(int a) {}\n",
      })
  void undocumented_type_is_found(String source) {
    assertThat(isUndocumented(source)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "package a;\n\n/** An A. */\npublic final class A {}\n",
        "package a;\n\n/** An A. */\n@FunctionalInterface\npublic interface A {}\n",
        "package a;\n\n/**\n * An A.\n */\npublic record A(int a) {\n  public enum B {}\n}\n",
        "package a;\n\nfinal class A {}\n",
      })
  void documented_type_is_passed_over(String source) {
    assertThat(isUndocumented(source)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"@Disabled(\"x\")", "assumeTrue(x)", "Assumptions.x", "TestAbortedException"})
  void skipped_test_is_found(String source) {
    assertThat(SKIPPED.asPredicate().test(source)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"// TODO x", "// FIXME"})
  void work_put_off_is_found(String source) {
    assertThat(PUT_OFF.asPredicate().test(source)).isTrue();
  }

  private static boolean isUndocumented(String source) {
    return UNDOCUMENTED.matcher(source).find();
  }

  private static List<Path> main() throws IOException {
    return Sources.handwritten().stream()
        .filter(file -> file.toString().contains("/src/main/"))
        .toList();
  }

  /** Every file but this one, which names what it looks for. */
  private static List<Path> others() throws IOException {
    return Sources.handwritten().stream()
        .filter(file -> !file.endsWith("SourcesTest.java"))
        .toList();
  }

  private static List<Path> offenders(Predicate<String> offends, List<Path> files)
      throws IOException {
    return files.stream().filter(file -> offends.test(read(file))).toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
