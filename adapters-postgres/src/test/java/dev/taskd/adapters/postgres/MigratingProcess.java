package dev.taskd.adapters.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** A process that does nothing but bring the schema up to date, and can be killed meanwhile. */
final class MigratingProcess {
  private MigratingProcess() {}

  static Process start(PostgresSettings settings) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            MigratingProcess.class.getName(),
            settings.url(),
            Objects.requireNonNullElse(settings.user(), ""),
            Objects.requireNonNullElse(settings.password(), ""))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  public static void main(String[] args) {
    Database.open(PostgresSettings.of(args[0], args[1], args[2])).close();
  }
}
