package dev.taskd.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code ./taskd}, with scripts in the places of Maven, java and taskd. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ScriptTest {
  private static final String MAVEN =
      """
      echo '[INFO] Scanning for projects...'
      echo '[INFO] Building taskd domain 0.1.0-SNAPSHOT                     [2/10]'
      echo '[INFO] --- compiler:3.16.0:compile (default-compile) @ taskd-domain ---'
      mkdir -p bootstrap/target && touch bootstrap/target/bootstrap.jar
      printf '\\033[0m\n'
      """;

  private static final String TASKD =
      """
      if [ "${TASKD_HTTP_PORT:-}" = 0 ]; then
        sleep 60 &
        trap 'kill $!; exit 0' TERM
        echo 'taskd is up'
        wait
      fi
      kill -INT $$
      echo "deaf: $*"
      """;

  @TempDir Path temp;
  private Path home;
  private Path bin;

  @BeforeEach
  void layOut() throws Exception {
    home = Files.createDirectory(temp.resolve("a home"));
    bin = Files.createDirectory(temp.resolve("bin"));
    Files.createDirectories(home.resolve("bootstrap/src/main"));
    Files.writeString(home.resolve("pom.xml"), "");
    Files.writeString(home.resolve("bootstrap/pom.xml"), "");
    Files.copy(Path.of("..", "taskd"), home.resolve("taskd"), StandardCopyOption.COPY_ATTRIBUTES);
    for (String tool :
        List.of(
            "env",
            "sh",
            "readlink",
            "dirname",
            "find",
            "grep",
            "tee",
            "touch",
            "mkdir",
            "rm",
            "true",
            "sleep")) {
      Files.createSymbolicLink(bin.resolve(tool), whichOf(tool));
    }
    program("mvn", MAVEN);
    // As the launcher does, it prints the words of a command: that of the stand-in for taskd.
    program("java", "echo '" + program("stand-in", TASKD) + "'");
  }

  @Test
  void build_says_what_it_does_and_keeps_the_rest_in_a_file() throws Exception {
    Run run = run(Map.of(), "a b");

    Path log = home.resolve("bootstrap/target/build.log");
    assertThat(run.err)
        .containsExactly(
            "taskd: building; the first time takes some minutes, for Maven downloads what it"
                + " needs: "
                + log,
            "taskd: building taskd domain [2/10]",
            "taskd: starting it once in advance, so that it starts faster from now on");
    assertThat(log).content().contains("Scanning", "compiler:3.16.0");
  }

  @Test
  void build_that_fails_ends_it_with_maven_s_words() throws Exception {
    program("mvn", "echo '[ERROR] no JDK'; exit 3");

    Run run = run(Map.of());

    assertThat(run.code).isEqualTo(70);
    assertThat(run.err)
        .endsWith(
            "taskd: [ERROR] no JDK",
            "taskd: the build failed; "
                + home.resolve("bootstrap/target/build.log")
                + " says all of it");
  }

  @Test
  void maven_that_is_not_there_is_named() throws Exception {
    Files.delete(bin.resolve("mvn"));

    Run run = run(Map.of());

    assertThat(run.code).isEqualTo(69);
    assertThat(run.err).singleElement().asString().contains("no mvn was found", "install Maven");
  }

  @Test
  void java_home_that_holds_none_is_refused_before_anything_is_built() throws Exception {
    Run run = run(Map.of("TASKD_JAVA_HOME", "/no/where"));

    assertThat(run.code).isEqualTo(78);
    assertThat(run.err)
        .containsExactly(
            "taskd: TASKD_JAVA_HOME=/no/where cannot be used: it has no bin/java that can be"
                + " started; name the home of a JDK 21 or newer, or unset TASKD_JAVA_HOME");
  }

  @Test
  void java_that_is_not_there_or_too_old_for_the_launcher_is_named() throws Exception {
    Path java = program("java", "echo UnsupportedClassVersionError >&2; exit 1");
    Run old = run(Map.of());
    Files.delete(java);
    Run none = run(Map.of());

    assertThat(old.code).isEqualTo(69);
    assertThat(old.err)
        .endsWith(
            "taskd: "
                + java
                + " could not run the launcher, which needs Java 11 or newer: see above");
    assertThat(none.code).isEqualTo(69);
    assertThat(none.err).last().asString().contains("no java was found", "TASKD_JAVA_HOME");
  }

  @Test
  void interrupt_is_heard_though_the_caller_ignores_it() throws Exception {
    Run run = run(Map.of());

    assertThat(run.out).isEmpty();
    assertThat(run.code).isEqualTo(130);
  }

  private record Run(int code, List<String> out, List<String> err) {}

  /** Runs it as a shell without job control runs what it puts into the background. */
  private Run run(Map<String, String> environment, String... args) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "-"));
    command.add(home.resolve("taskd").toString());
    command.addAll(List.of(args));
    Path out = temp.resolve("out");
    Path err = temp.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", bin.toString());
    builder.environment().putAll(environment);
    int code = builder.start().waitFor();
    return new Run(code, Files.readAllLines(out), Files.readAllLines(err));
  }

  private Path program(String name, String script) throws IOException {
    Path program = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return program;
  }

  private static Path whichOf(String tool) {
    Path inUsr = Path.of("/usr/bin", tool);
    return Files.exists(inUsr) ? inUsr : Path.of("/bin", tool);
  }
}
