package dev.taskd.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process says whose module throws while it is installed. */
class BrokenModuleTest {
  @TempDir Path dir;

  /** The application. */
  static final class Broken {
    private Broken() {}

    public static void main(String[] args) {
      Taskd.main(
          args,
          new AbstractModule() {
            @Override
            protected void configure() {
              throw new IllegalStateException("no price list at password=hunter2");
            }
          });
    }
  }

  @Test
  void module_that_throws_is_told_once_and_without_its_secrets() throws Exception {
    try (TaskdProcess taskd =
        TaskdProcess.start(Broken.class, dir, Map.of("TASKD_STORAGE", "memory"))) {
      taskd.awaitLine("INFO  Lifecycle stopped");

      assertThat(taskd.process().waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(taskd.process().exitValue()).isEqualTo(ExitCode.CONFIGURATION);
      assertThat(taskd.count("no price list")).isEqualTo(1);
      assertThat(taskd.output()).doesNotContain("hunter2");
    }
  }
}
