package dev.taskd.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
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
    for (Class<?> breaker : rule.breakers()) {
      assertThat(faults).as("the class itself").anyMatch(names(breaker.getName()));
      if (faults.stream().noneMatch(names("Class <" + breaker.getName() + ">"))) {
        assertThat(forbidden(breaker))
            .allSatisfy(method -> assertThat(faults).anyMatch(names(breaker, method)));
      }
      assertThat(harmless(breaker))
          .allSatisfy(method -> assertThat(faults).noneMatch(names(breaker, method)));
    }
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

  private static List<String> forbidden(Class<?> breaker) {
    return methods(breaker).filter(name -> !name.startsWith("ok")).toList();
  }

  private static List<String> harmless(Class<?> breaker) {
    return methods(breaker).filter(name -> name.startsWith("ok")).toList();
  }

  private static Stream<String> methods(Class<?> breaker) {
    return Arrays.stream(breaker.getDeclaredMethods())
        .filter(method -> !method.isSynthetic())
        .map(Method::getName);
  }

  private static Predicate<String> names(String what) {
    return line -> line.contains(what);
  }

  private static Predicate<String> names(Class<?> breaker, String method) {
    return names(breaker.getName() + "." + method + "(");
  }
}
