package dev.taskd.postgres.embedded;

import java.nio.file.Path;

/**
 * A process that owns a server: {@code Owner DATA_DIR BINARIES [hook]}. It prints how the start
 * went and closes the server when its input ends; with {@code hook} also at SIGTERM, from then on
 * in another thread than main.
 */
final class Owner {
  private Owner() {}

  public static void main(String[] arguments) throws Exception {
    try (EmbeddedPostgres postgres =
        new EmbeddedPostgres(Path.of(arguments[0]), Path.of(arguments[1]))) {
      if (arguments.length > 2) {
        Runtime.getRuntime().addShutdownHook(new Thread(postgres::close));
      }
      postgres.start();
      System.out.printf(
          "started %s %s %s%n", postgres.jdbcUrl(), postgres.password(), postgres.recovered());
      System.in.read();
    } catch (EmbeddedPostgresException e) {
      System.out.println("failed " + e.getMessage());
    }
  }
}
