package dev.taskd.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.inject.AbstractModule;
import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Module;
import com.google.inject.Stage;
import com.google.inject.multibindings.ProvidesIntoSet;
import com.google.inject.spi.Message;
import dev.taskd.application.health.Health;
import dev.taskd.bootstrap.config.ConfigFile;
import dev.taskd.bootstrap.config.TaskdConfig;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.task.TaskFlow;
import dev.taskd.domain.task.TaskType;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of an application whose modules cannot be wired. */
class DownfallTest {
  @Test
  void two_handlers_of_one_topic_are_named_with_the_topic() throws Exception {
    Downfall downfall =
        downfallOf(
            new AbstractModule() {
              @ProvidesIntoSet
              TopicHandler echo() {
                return TopicHandler.ofStep("echo", run -> new Outcome.Done());
              }
            });

    assertThat(downfall)
        .isEqualTo(
            new Downfall(
                ExitCode.CONFIGURATION,
                "the configuration is refused: topic step.echo (modules): is bound more than once,"
                    + " to dev.taskd.bootstrap.DownfallTest$1 and to"
                    + " dev.taskd.bootstrap.TaskdModule: keep one of them"));
  }

  @Test
  void two_task_types_of_one_name_are_told_apart_by_their_steps() throws Exception {
    Downfall downfall =
        downfallOf(
            new AbstractModule() {
              @ProvidesIntoSet
              TaskType order() {
                return new TaskType("order", List.of("price"));
              }

              @ProvidesIntoSet
              TaskType orderAgain() {
                return new TaskType("order", List.of("price"));
              }

              @ProvidesIntoSet
              TaskType otherOrder() {
                return new TaskType("order", List.of("pack", "send"));
              }
            });

    assertThat(downfall.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(downfall.reason())
        .endsWith(
            "task type order (modules): is bound more than once, to the steps [pack, send] and to"
                + " the steps [price]: keep one of them");
  }

  @Test
  void module_that_throws_is_told_with_its_place_and_its_own_stack() throws Exception {
    Downfall downfall =
        downfallOf(
            new AbstractModule() {
              @ProvidesIntoSet
              TopicHandler price() {
                throw new IllegalStateException("no price list");
              }
            });

    assertThat(downfall.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(downfall.reason().lines().toList().getFirst())
        .startsWith("the application's modules cannot be wired at ")
        .contains("DownfallTest$")
        .endsWith(": java.lang.IllegalStateException: no price list");
    assertThat(downfall.reason())
        .contains("    at dev.taskd.bootstrap.DownfallTest$")
        .doesNotContain("CreationException", "[Guice");
  }

  @Test
  void module_that_throws_while_it_is_installed_is_told() throws Exception {
    Downfall downfall =
        downfallOf(
            new AbstractModule() {
              @Override
              protected void configure() {
                throw new IllegalStateException("no price list");
              }
            });

    assertThat(downfall.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(downfall.reason())
        .startsWith("the application's modules cannot be wired at ")
        .contains(": java.lang.IllegalStateException: no price list\n");
  }

  @Test
  void missing_binding_is_told_in_one_line() throws Exception {
    Downfall downfall =
        downfallOf(
            new AbstractModule() {
              @ProvidesIntoSet
              TopicHandler price(URI prices) {
                return TopicHandler.ofStep("price", run -> new Outcome.Done("\"" + prices + "\""));
              }
            });

    assertThat(downfall.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(downfall.reason().lines())
        .singleElement()
        .asString()
        .startsWith("the application's modules cannot be wired at ")
        .contains("URI", "DownfallTest$");
  }

  @Test
  void all_that_is_missing_is_told_at_once() throws Exception {
    Downfall downfall =
        downfallOf(
            new AbstractModule() {
              @ProvidesIntoSet
              TopicHandler price(URI prices) {
                return TopicHandler.ofStep("price", run -> new Outcome.Done("\"" + prices + "\""));
              }

              @ProvidesIntoSet
              TopicHandler pack(Thread packer) {
                return TopicHandler.ofStep("pack", run -> new Outcome.Done("\"" + packer + "\""));
              }
            });

    assertThat(downfall.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(downfall.reason()).contains("\n  - at ", "URI", "Thread");
  }

  @Test
  void fault_of_taskd_s_own_modules_is_not_put_on_the_application() {
    Message own = new Message(TaskdModule.class.getName() + ".stats()", "a bug");

    Downfall downfall = Downfall.of(new CreationException(List.of(own)), config(), true);

    assertThat(downfall.exitCode()).isEqualTo(ExitCode.FAULT);
  }

  @Test
  void fault_without_an_application_is_taskd_s_own() throws Exception {
    TaskdConfig config = config();

    Downfall downfall = Downfall.of(new IllegalStateException("a bug"), config, false);

    assertThat(downfall.exitCode()).isEqualTo(ExitCode.FAULT);
    assertThat(downfall.reason())
        .startsWith("java.lang.IllegalStateException: a bug\n")
        .containsOnlyOnce("a bug");
  }

  private static TaskdConfig config() {
    return TaskdConfig.from(ConfigFile.none(), Map.of("TASKD_STORAGE", "memory"));
  }

  private static Downfall downfallOf(Module module) throws InterruptedException {
    TaskdConfig config = config();
    Health health = new Health();
    Stores stores =
        Stores.open(config, new TaskFlow((type, task, at) -> List.of()), health, new Resources());
    Throwable thrown =
        catchThrowable(
            () ->
                Guice.createInjector(
                    Stage.PRODUCTION, module, new TaskdModule(config, health), stores.asModule()));
    return Downfall.of(thrown, config, true);
  }
}
