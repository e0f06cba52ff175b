package dev.taskd.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.taskd.architecture.Rule.rule;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Who may know whom: arrows point inwards, adapters never see each other. */
class DependencyRuleTest {
  private static final DescribedPredicate<JavaClass> WRITING_PORT =
      describe(
          "ports that write",
          c ->
              c.getPackageName().startsWith("dev.taskd.domain.port")
                  && c.isInterface()
                  && !c.isSealed()
                  && !c.getSimpleName().endsWith("Reader"));

  private static final DescribedPredicate<JavaAccess<?>> ASKS_THE_TIME =
      describe(
          "asks the time",
          access -> {
            String owner = access.getTargetOwner().getName();
            String name = access.getTarget().getName();
            return switch (owner) {
              case "java.lang.System" -> name.equals("currentTimeMillis");
              case "java.time.Clock" -> name.startsWith("system") || name.startsWith("tick");
              case "java.time.InstantSource" -> name.equals("system");
              case "java.util.Date" -> access.getTarget().getFullName().endsWith("<init>()");
              case "java.util.Calendar" -> name.equals("getInstance");
              default -> owner.startsWith("java.time.") && name.equals("now");
            };
          });

  private static final SliceAssignment EACH_PACKAGE =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass c) {
          String name = c.getPackageName();
          return Product.isGenerated(name)
              ? SliceIdentifier.of("generated")
              : SliceIdentifier.of(name);
        }

        @Override
        public String getDescription() {
          return "packages";
        }
      };

  static final List<Rule> RULES =
      Stream.concat(
              Room.bounded().map(Room::rule),
              Stream.of(
                  rule(
                      "JSON is read in application.json alone",
                      noClasses()
                          .that()
                          .resideInAPackage("dev.taskd.application..")
                          .and()
                          .resideOutsideOfPackage("dev.taskd.application.json..")
                          .should()
                          .dependOnClassesThat()
                          .resideInAPackage("tools.jackson.."),
                      dev.taskd.application.fixture.KnowsJackson.class),
                  rule(
                      "HTTP reads through readers and writes through the application",
                      noClasses()
                          .that()
                          .resideInAPackage("dev.taskd.adapters.http..")
                          .should()
                          .dependOnClassesThat(WRITING_PORT),
                      dev.taskd.adapters.http.fixture.KnowsAStore.class),
                  rule(
                      "only bootstrap knows the clock",
                      noClasses()
                          .that()
                          .resideOutsideOfPackages("dev.taskd.bootstrap..", "dev.taskd.testkit..")
                          .should()
                          .accessTargetWhere(ASKS_THE_TIME)
                          .because("an InstantSource is passed in, so that tests can set it"),
                      dev.taskd.domain.fixture.AsksTheTime.class),
                  rule(
                      "packages have no cycles",
                      slices().assignedFrom(EACH_PACKAGE).should().beFreeOfCycles(),
                      dev.taskd.domain.fixture.chicken.Chicken.class,
                      dev.taskd.domain.fixture.egg.Egg.class)))
          .toList();

  @ParameterizedTest
  @FieldSource("RULES")
  void rule_holds(Rule rule) {
    rule.check();
  }
}
