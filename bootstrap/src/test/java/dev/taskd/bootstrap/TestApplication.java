package dev.taskd.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.ProvidesIntoSet;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.task.TaskType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** An application around taskd, with steps that work, sleep, break and never return. */
final class TestApplication {
  private TestApplication() {}

  public static void main(String[] args) {
    Taskd.main(args, new Steps());
  }

  private static final class Steps extends AbstractModule {
    @ProvidesIntoSet
    TopicHandler sleep() {
      return TopicHandler.ofStep(
          "sleep",
          run -> {
            System.out.println("sleeping attempt=" + run.attempt());
            Thread.sleep(Long.parseLong(run.payload()));
            return new Outcome.Done("\"slept\"");
          });
    }

    @ProvidesIntoSet
    TopicHandler stuck() {
      return TopicHandler.ofStep(
          "stuck",
          run -> {
            System.out.println("stuck attempt=" + run.attempt());
            while (true) {
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException ignored) {
                // The mistake under test.
              }
            }
          });
    }

    @SuppressWarnings("NullAway") // the mistake under test
    @ProvidesIntoSet
    TopicHandler panic() {
      return TopicHandler.ofStep(
          "panic",
          run -> {
            switch (run.payload()) {
              case "\"null\"" -> {
                Object nothing = null;
                throw new IllegalStateException(nothing.toString());
              }
              case "\"stack\"" -> deeper(0);
              default -> throw new Error("broken");
            }
            return new Outcome.Done();
          });
    }

    /** Its first attempt waits until there is a file of the name that it gets. */
    @ProvidesIntoSet
    TopicHandler gate() {
      return TopicHandler.ofStep(
          "gate",
          run -> {
            System.out.println("gate attempt=" + run.attempt());
            Path file = Path.of(run.payload().replace("\"", ""));
            while (run.attempt() == 1 && !Files.exists(file)) {
              Thread.sleep(20);
            }
            return new Outcome.Done("\"passed\"");
          });
    }

    @ProvidesIntoSet
    TaskType gateType() {
      return new TaskType("gate", List.of("gate"));
    }

    @ProvidesIntoSet
    TopicHandler pill() {
      return TopicHandler.ofStep(
          "pill",
          run -> {
            System.out.println("pill attempt=" + run.attempt());
            // What ended before it is to be recorded: it kills its node, not their verdicts.
            Thread.sleep(500);
            Runtime.getRuntime().halt(9);
            return new Outcome.Done();
          });
    }

    @ProvidesIntoSet
    TaskType pillType() {
      return new TaskType("pill", List.of("pill"));
    }

    @ProvidesIntoSet
    TaskType sleepType() {
      return new TaskType("sleep", List.of("sleep"));
    }

    @ProvidesIntoSet
    TaskType stuckType() {
      return new TaskType("stuck", List.of("stuck"));
    }

    @ProvidesIntoSet
    TaskType panicType() {
      return new TaskType("panic", List.of("panic"));
    }

    @ProvidesIntoSet
    TaskType approvalType() {
      return new TaskType("approval", List.of());
    }

    @SuppressWarnings("InfiniteRecursion") // the mistake under test
    private static int deeper(int depth) {
      return deeper(depth + 1) + 1;
    }
  }
}
