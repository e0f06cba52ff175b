package dev.taskd.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.taskd.architecture.Rule.rule;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.taskd.fixture.Conventions;
import dev.taskd.fixture.Prints;
import dev.taskd.fixture.StaticState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** How types are named, closed and shared. */
class ConventionsTest {
  private static final Pattern SAYS_NOTHING =
      Pattern.compile(
          "(Abstract|Base)[A-Z].*|I[A-Z][a-z].*"
              + "|.*(Impl|Utils?|Helpers?|Managers?|Dto|DTO|Mappers?|UseCase|Port)");

  private static final String[] MAY_PRINT = {
    "dev.taskd.bootstrap..",
    "dev.taskd.launch..",
    "dev.taskd.benchmarks..",
    // Contracts are tests: they print their seed.
    "dev.taskd.testkit.."
  };

  private static final List<String> MUTABLE =
      List.of(
          "java.lang.StringBuilder",
          "java.lang.ThreadLocal",
          "java.util.BitSet",
          "java.util.concurrent.atomic.LongAdder",
          "java.util.concurrent.locks.Lock");

  static final List<Rule> RULES =
      List.of(
          rule(
              "a name says what a type is",
              noClasses().should(be("a name that says nothing", ConventionsTest::saysNothing)),
              Conventions.StoreImpl.class,
              Conventions.JobUtil.class,
              Conventions.JobUtils.class,
              Conventions.JobHelper.class,
              Conventions.JobManager.class,
              Conventions.TaskDto.class,
              Conventions.TaskMapper.class,
              Conventions.SubmitUseCase.class,
              Conventions.StorePort.class,
              Conventions.AbstractStore.class,
              Conventions.BaseStore.class,
              Conventions.IStore.class),
          rule(
              "an interface is a port, a sum, a callback or has two implementers",
              classes()
                  .that(areInterfaces())
                  .should(be("worth its name", ConventionsTest::isWorthwhileInterface)),
              Conventions.Implemented.class,
              Conventions.PublicCallback.class),
          rule(
              "a class is final",
              classes()
                  .that(describe("are plain classes", ConventionsTest::isPlainClass))
                  .and()
                  .areNotAssignableTo(Throwable.class)
                  .should(be("final or sealed", c -> isFinal(c) || c.isSealed())),
              Conventions.Open.class),
          rule(
              "a package is null-marked",
              classes()
                  .that(describe("are written by hand", c -> !isGenerated(c)))
                  .should(be("in a package with @NullMarked", ConventionsTest::isNullMarked)),
              Conventions.Open.class),
          rule(
              "only what runs as a program writes to the console",
              noClasses()
                  .that()
                  .resideOutsideOfPackages(MAY_PRINT)
                  .should()
                  .accessTargetWhere(describe("is the console", ConventionsTest::isConsole))
                  .because("the log has a level, a time and a name"),
              Prints.class),
          rule(
              "nothing static changes",
              fields().that().areStatic().should().beFinal().andShould(notHaveMutableType()),
              StaticState.Reassigned.class,
              StaticState.Counted.class,
              StaticState.Cached.class,
              StaticState.Locked.class));

  @ParameterizedTest
  @FieldSource("RULES")
  void rule_holds(Rule rule) {
    rule.check();
  }

  private static boolean saysNothing(JavaClass c) {
    return !isGenerated(c) && SAYS_NOTHING.matcher(c.getSimpleName()).matches();
  }

  private static DescribedPredicate<JavaClass> areInterfaces() {
    return describe(
        "are interfaces",
        c -> c.isInterface() && !c.isAnnotation() && !c.getSimpleName().equals("package-info"));
  }

  private static boolean isWorthwhileInterface(JavaClass c) {
    return c.getPackageName().startsWith("dev.taskd.domain.port")
        || c.isSealed()
        || isCallback(c)
        || (c.isNestedClass() && !c.getModifiers().contains(JavaModifier.PUBLIC))
        || c.getAllSubclasses().stream().filter(sub -> !sub.isInterface()).count() >= 2;
  }

  /** A function with a name, which the inside of the hexagon asks for. */
  private static boolean isCallback(JavaClass c) {
    return resideInAnyPackage("dev.taskd.domain..", "dev.taskd.application..").test(c)
        && c.isAnnotatedWith(FunctionalInterface.class);
  }

  private static boolean isPlainClass(JavaClass c) {
    return !isGenerated(c)
        && !c.isInterface()
        && !c.isRecord()
        && !c.isEnum()
        && !c.isAnonymousClass()
        && !isContract(c)
        && !c.getSuperclass().map(s -> s.toErasure().isEnum()).orElse(false);
  }

  /** What every adapter's test extends. */
  private static boolean isContract(JavaClass c) {
    return c.getPackageName().startsWith("dev.taskd.testkit")
        && c.getSimpleName().endsWith("Contract");
  }

  private static boolean isFinal(JavaClass c) {
    return c.getModifiers().contains(JavaModifier.FINAL);
  }

  private static boolean isGenerated(JavaClass c) {
    return Product.isGenerated(c.getPackageName());
  }

  private static boolean isNullMarked(JavaClass c) {
    return c.getPackage().isAnnotatedWith("org.jspecify.annotations.NullMarked");
  }

  private static boolean isConsole(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    return switch (access.getTarget().getName()) {
      case "out", "err", "console" -> owner.isEquivalentTo(System.class);
      case "printStackTrace" -> owner.isAssignableTo(Throwable.class);
      default -> false;
    };
  }

  private static ArchCondition<JavaClass> be(String what, Predicate<JavaClass> holds) {
    return new ArchCondition<>("be " + what) {
      @Override
      public void check(JavaClass c, ConditionEvents events) {
        boolean good = holds.test(c);
        String says = "Class <" + c.getName() + "> is " + (good ? "" : "not ") + what;
        events.add(new SimpleConditionEvent(c, good, says));
      }
    };
  }

  private static ArchCondition<JavaField> notHaveMutableType() {
    return new ArchCondition<>("hold a value that cannot change") {
      @Override
      public void check(JavaField field, ConditionEvents events) {
        boolean good = !isMutable(field.getRawType());
        String says = "Field <" + field.getFullName() + "> is a " + field.getRawType().getName();
        events.add(new SimpleConditionEvent(field, good, says));
      }
    };
  }

  /** Atomics, locks, builders, and collections that are not just an interface. */
  private static boolean isMutable(JavaClass type) {
    boolean isCollection = Stream.of(Collection.class, Map.class).anyMatch(type::isAssignableTo);
    return type.getPackageName().equals("java.util.concurrent.atomic")
        || MUTABLE.stream().anyMatch(type::isAssignableTo)
        || (isCollection && !type.isInterface());
  }
}
