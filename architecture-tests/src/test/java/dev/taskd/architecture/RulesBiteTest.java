package dev.taskd.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule of the build, shown classes that break it. */
class RulesBiteTest {
  private static final JavaClasses FIXTURES =
      new ClassFileImporter()
          .withImportOption(location -> location.contains("/fixture/"))
          .importPackages("dev.taskd");

  static Stream<Rule> rules() {
    return Stream.of(DependencyRuleTest.RULES, ConcurrencyRuleTest.RULES, ConventionsTest.RULES)
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void rule_bites(Rule rule) {
    JavaClasses broken = FIXTURES.that(describe("break it", c -> rule.isBrokenBy(c.getName())));

    List<String> faults = rule.says().evaluate(broken).getFailureReport().getDetails();

    assertThat(rule.breakers()).isNotEmpty();
    assertThat(rule.breakers()).flatMap(breaker -> missed(breaker, faults)).as("missed").isEmpty();
    assertThat(rule.breakers())
        .flatMap(breaker -> wronged(breaker, faults))
        .as("wronged")
        .isEmpty();
  }

  @Test
  void rule_bites_where_only_a_preview_lets_it_compile(@TempDir Path temp) throws Exception {
    Path source =
        Files.writeString(
            temp.resolve("Scope.java"),
            "class Scope { void close(java.util.concurrent.StructuredTaskScope s) { s.close(); }"
                + " }");
    String release = String.valueOf(Runtime.version().feature());
    var javac = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    int faults =
        javac.run(
            null,
            null,
            new ByteArrayOutputStream(),
            "--enable-preview",
            "--release",
            release,
            "-nowarn",
            "" + source);
    assertThat(faults).isZero();

    JavaClasses broken = new ClassFileImporter().importPath(temp);

    assertThat(ConcurrencyRuleTest.RULES.getFirst().says().evaluate(broken).hasViolation())
        .isTrue();
  }

  /** What breaks the rule and is in no fault: the class, or some of its methods. */
  private static List<String> missed(Class<?> breaker, List<String> faults) {
    if (!isIn(faults, breaker.getName())) {
      return List.of(breaker.getName());
    }
    if (isIn(faults, "Class <" + breaker.getName() + ">")) {
      return List.of();
    }
    return methods(breaker, false).filter(method -> !isIn(faults, method)).toList();
  }

  /** What keeps the rule and is in a fault. */
  private static List<String> wronged(Class<?> breaker, List<String> faults) {
    return methods(breaker, true).filter(method -> isIn(faults, method)).toList();
  }

  private static Stream<String> methods(Class<?> breaker, boolean harmless) {
    return Arrays.stream(breaker.getDeclaredMethods())
        .filter(method -> !method.isSynthetic() && method.getName().startsWith("ok") == harmless)
        .map(method -> breaker.getName() + "." + method.getName() + "(");
  }

  private static boolean isIn(List<String> faults, String name) {
    return faults.stream().anyMatch(fault -> fault.contains(name));
  }
}
