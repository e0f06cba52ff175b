package dev.taskd.postgres.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * PostgreSQL's programs and the user to run them as; tried, so they do run here.
 *
 * @param version the major version, such as 18
 * @param log where a program's output goes, in place of the last one's
 */
record Installation(Path home, User user, String version, Path log) {
  private static final Duration TRIAL_LIMIT = Duration.ofSeconds(20);
  private static final String ANSWER = "postgres (PostgreSQL) ";

  static Installation find(Path home, Path cluster, Path log, StopFlag flag)
      throws IOException, InterruptedException {
    StringBuilder failures = new StringBuilder();
    for (User user : User.candidates(cluster)) {
      Installation installation = new Installation(home, user, "", log);
      String answer = installation.trial(flag);
      if (answer.startsWith(ANSWER)) {
        return new Installation(home, user, major(answer.substring(ANSWER.length())), log);
      }
      failures.append(answer);
    }
    throw new EmbeddedPostgresException(
        "the bundled PostgreSQL does not run here; as root it needs user namespaces, or a data-dir"
            + " that the user nobody can enter; or else set storage=postgres and postgres.url to a"
            + " server of your own; tried:"
            + failures);
  }

  private String trial(StopFlag flag) throws IOException, InterruptedException {
    try {
      start("postgres", List.of("--version")).await(TRIAL_LIMIT, flag);
      String answer = Disk.read(log);
      return answer.startsWith(ANSWER) ? answer : Disk.tail(log);
    } catch (IOException e) { // no such runner
      return "\n  " + e.getMessage();
    }
  }

  private static String major(String version) {
    return version.split("\\D", 2)[0];
  }

  Lifeline start(String program, List<String> arguments) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(home.resolve("bin").resolve(program).toString()));
    command.addAll(arguments);
    return Lifeline.start(user.runner(), command, log);
  }
}
