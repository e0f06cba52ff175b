package dev.taskd.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * No thread is born outside safego. Threads that a library keeps for itself are its own affair; to
 * hand it work for them is not.
 */
class ConcurrencyRuleTest {
  private static final String[] MAY_START_THREADS = {
    "dev.taskd.application.safego..",
    // Compiled for Java 11 and gone before anything else runs.
    "dev.taskd.launch..",
    // Contracts are tests.
    "dev.taskd.testkit.."
  };

  /** Types of which nothing is used or made: they own threads, or their methods start some. */
  private static final Set<String> THREADED =
      Set.of(
          "java.lang.Thread$Builder",
          "java.lang.ThreadGroup",
          "java.net.http.HttpClient",
          "java.net.http.HttpClient$Builder",
          "java.nio.channels.AsynchronousChannel",
          "java.nio.channels.AsynchronousChannelGroup",
          "java.util.Timer",
          "java.util.TimerTask",
          "java.util.concurrent.CompletionService",
          "java.util.concurrent.Executors",
          "java.util.concurrent.ForkJoinPool",
          "java.util.concurrent.ForkJoinTask",
          "java.util.concurrent.StructuredTaskScope",
          "java.util.concurrent.SubmissionPublisher",
          "java.util.concurrent.ThreadPoolExecutor",
          "java.util.stream.StreamSupport");

  /** Methods that start or schedule work, by the type that declares them. */
  private static final List<Starter> STARTERS =
      List.of(
          new Starter(
              "java.lang.Thread",
              "<init>",
              "start",
              "startVirtualThread",
              "ofVirtual",
              "ofPlatform"),
          new Starter("java.lang.Process", "onExit"),
          new Starter("java.lang.ProcessHandle", "onExit"),
          new Starter("java.lang.Runtime", "addShutdownHook"),
          new Starter("java.lang.ref.Cleaner", "create"),
          new Starter("java.nio.file.FileSystem", "newWatchService"),
          new Starter("java.util.Arrays", "parallelPrefix", "parallelSetAll", "parallelSort"),
          new Starter("java.util.Collection", "parallelStream"),
          new Starter(
              "java.util.concurrent.CompletableFuture",
              "completeOnTimeout",
              "delayedExecutor",
              "orTimeout"),
          new Starter(
              "java.util.concurrent.Executor",
              "execute",
              "invokeAll",
              "invokeAny",
              "schedule",
              "scheduleAtFixedRate",
              "scheduleWithFixedDelay",
              "submit"),
          new Starter("java.util.concurrent.ThreadFactory", "newThread"),
          new Starter("java.util.stream.BaseStream", "parallel"));

  private static final Set<String> INHERITED =
      Set.of(
          "java.lang.Thread",
          "java.util.concurrent.Executor",
          "java.util.concurrent.ThreadFactory");

  private static final DescribedPredicate<JavaAccess<?>> STARTS_WORK =
      describe(
          "starts work on another thread",
          access -> {
            JavaClass owner = access.getTargetOwner();
            String name = access.getTarget().getName();
            return isThreaded(owner)
                || STARTERS.stream().anyMatch(starter -> starter.matches(owner, name))
                || isAsync(owner, name)
                || isBulkOperation(access);
          });

  private static final DescribedPredicate<JavaClass> OWNS_THREADS =
      describe(
          "a thread, an executor or a factory of them",
          c -> isThreaded(c) || INHERITED.stream().anyMatch(c::isAssignableTo));

  static final List<Rule> RULES =
      List.of(
          Rule.rule(
              "only safego starts threads",
              noClasses()
                  .that()
                  .resideOutsideOfPackages(MAY_START_THREADS)
                  .should()
                  .accessTargetWhere(STARTS_WORK)
                  .because("a thread of safego cannot die unseen, and someone waits for its end"),
              dev.taskd.fixture.StartsWork.class),
          Rule.rule(
              "only safego has thread types",
              noClasses()
                  .that()
                  .resideOutsideOfPackages(MAY_START_THREADS)
                  .should()
                  .beAssignableTo(OWNS_THREADS),
              dev.taskd.fixture.ThreadTypes.AThread.class,
              dev.taskd.fixture.ThreadTypes.AnExecutor.class,
              dev.taskd.fixture.ThreadTypes.AFactory.class,
              dev.taskd.fixture.ThreadTypes.ATimerTask.class,
              dev.taskd.fixture.ThreadTypes.AForkJoinTask.class));

  @ParameterizedTest
  @FieldSource("RULES")
  void rule_holds(Rule rule) {
    rule.check();
  }

  private static boolean isThreaded(JavaClass c) {
    return THREADED.stream().anyMatch(c::isAssignableTo);
  }

  /** {@code CompletionStage.thenRunAsync}, jOOQ's {@code fetchAsync}, Javalin's {@code async}. */
  private static boolean isAsync(JavaClass owner, String name) {
    return !owner.getPackageName().startsWith("dev.taskd.")
        && (name.endsWith("Async") || name.equals("async"));
  }

  /** {@code ConcurrentHashMap.forEach(parallelismThreshold, …)} and its siblings. */
  private static boolean isBulkOperation(JavaAccess<?> access) {
    return access.getTargetOwner().isAssignableTo("java.util.concurrent.ConcurrentHashMap")
        && access.getTarget() instanceof CodeUnitAccessTarget method
        && !method.getRawParameterTypes().isEmpty()
        && method.getRawParameterTypes().getFirst().isEquivalentTo(long.class);
  }

  private record Starter(String type, Set<String> methods) {
    Starter(String type, String... methods) {
      this(type, Set.of(methods));
    }

    boolean matches(JavaClass owner, String method) {
      return methods.contains(method) && owner.isAssignableTo(type);
    }
  }
}
