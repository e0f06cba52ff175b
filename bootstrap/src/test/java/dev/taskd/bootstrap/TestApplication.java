package dev.taskd.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.ProvidesIntoSet;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.task.TaskType;
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
