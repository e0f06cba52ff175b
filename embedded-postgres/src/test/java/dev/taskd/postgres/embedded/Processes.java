package dev.taskd.postgres.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What runs on this machine for a data directory. */
final class Processes {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private Processes() {}

  /** All that has to do with the cluster: shells, initdb and servers, however they were started. */
  static List<ProcessHandle> of(Path dataDir) {
    return ProcessHandle.allProcesses()
        .filter(process -> commandLine(process).contains(dataDir.resolve("cluster").toString()))
        .toList();
  }

  /** The server alone. */
  static ProcessHandle server(Path dataDir) {
    return of(dataDir).stream()
        .filter(process -> commandLine(process).contains("bin/postgres -D"))
        .filter(process -> !commandLine(process).contains("taskd-lifeline"))
        .findFirst()
        .orElseThrow();
  }

  private static String commandLine(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }

  /** Fails when the condition does not come true. */
  static void await(BooleanSupplier condition) throws InterruptedException {
    if (!new StopFlag().await(LIMIT, condition)) {
      throw new AssertionError("not so after " + LIMIT);
    }
  }
}
