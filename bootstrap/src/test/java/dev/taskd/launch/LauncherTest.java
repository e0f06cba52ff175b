package dev.taskd.launch;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes: the oldest JDK of the machine starts a stand-in for taskd in this one. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LauncherTest {
  private static final String STAND_IN =
      """
      package dev.taskd.bootstrap;

      public class Main {
        public static void main(String[] args) throws Exception {
          System.out.println(ProcessHandle.current().pid());
          System.out.println(java.util.List.of(args));
          System.out.println(
              java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments());
          if (args[0].equals("exit")) System.exit(Integer.parseInt(args[1]));
          if (args[0].equals("throw")) throw new IllegalStateException("stand-in");
          Runtime.getRuntime().addShutdownHook(new Thread(Main::stop));
          System.out.println("up");
          Thread.sleep(Long.MAX_VALUE);
        }

        static void stop() {
          try {
            System.out.println("stopping");
            Thread.sleep(500);
            System.out.println("stopped");
          } catch (InterruptedException e) {
            System.out.println(e);
          }
          Runtime.getRuntime().halt(5);
        }

        public static class Other {
          public static void main(String[] args) {
            System.out.println("other");
          }
        }
      }
      """;

  @TempDir static Path standIn;
  @TempDir Path temp;
  private Path named;
  private String classPath;
  private final List<Process> started = new ArrayList<>();

  @BeforeAll
  static void compileTheStandIn() throws IOException {
    Path source = Files.writeString(standIn.resolve("Main.java"), STAND_IN);
    var javac = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    assertThat(javac.run(null, null, null, "-d", standIn.toString(), source.toString())).isZero();
  }

  @BeforeEach
  void nameAJdk() throws Exception {
    classPath = classPath();
    Path java = Jdk.running().java();
    named = FakeJdk.in(temp.resolve("a named jdk"), "99", "exec '" + java + "' \"$@\"");
  }

  @AfterEach
  void killWhatIsLeft() {
    for (Process process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Test
  void start_goes_on_in_the_named_jdk_and_says_so_in_one_line() throws Exception {
    Process process = launch(Map.of("TASKD_JAVA_HOME", named.toString()), "exit", "0", "a b");

    List<String> out = process.inputReader().lines().toList();
    assertThat(process.errorReader().lines())
        .singleElement()
        .asString()
        .endsWith("going on in Java 99 (" + named + ")");
    assertThat(out.get(0)).isNotEqualTo(String.valueOf(process.pid()));
    assertThat(out.get(1)).isEqualTo("[exit, 0, a b]");
  }

  @Test
  void start_gives_the_child_the_jvm_arguments_and_the_flags_of_taskd() throws Exception {
    Process process =
        launch(
            Map.of("TASKD_JAVA_HOME", named.toString(), "JDK_JAVA_OPTIONS", "-Dfrom=variable"),
            "exit",
            "0");

    String arguments = process.inputReader().lines().toList().get(2);
    assertThat(arguments)
        .contains("-XX:-OmitStackTraceInFastThrow")
        .contains("--enable-native-access=ALL-UNNAMED")
        .contains("-Dfrom=command-line")
        .containsOnlyOnce("-Dfrom=variable");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 69})
  void start_hands_on_the_exit_code_of_the_child(int code) throws Exception {
    Process process = launch(Map.of("TASKD_JAVA_HOME", named.toString()), "exit", "" + code);

    assertThat(process.waitFor()).isEqualTo(code);
  }

  @Test
  void start_stays_in_a_jvm_that_is_new_enough() throws Exception {
    Process process = launch(Jdk.running(), Map.of(), "exit", "4");

    assertThat(process.errorReader().lines()).isEmpty();
    assertThat(process.inputReader().readLine()).isEqualTo(String.valueOf(process.pid()));
    assertThat(process.waitFor()).isEqualTo(4);
  }

  @Test
  void start_runs_the_class_that_the_manifest_names() throws Exception {
    Path manifest = Files.createDirectories(temp.resolve("jar/META-INF")).resolve("MANIFEST.MF");
    Files.writeString(
        manifest, "Manifest-Version: 1.0\nTaskd-Main: dev.taskd.bootstrap.Main$Other\n");
    classPath = temp.resolve("jar") + File.pathSeparator + classPath;

    Process process = launch(Map.of("TASKD_JAVA_HOME", named.toString()));

    assertThat(process.inputReader().lines()).containsExactly("other");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void start_lets_through_what_main_throws() throws Exception {
    Process process = launch(Jdk.running(), Map.of(), "throw");

    assertThat(process.errorReader().readLine())
        .isEqualTo("Exception in thread \"main\" java.lang.IllegalStateException: stand-in");
    assertThat(process.waitFor()).isEqualTo(1);
  }

  @Test
  void start_refuses_a_named_jdk_that_is_none() throws Exception {
    Process process = launch(Map.of("TASKD_JAVA_HOME", temp.toString()), "exit", "0");

    assertThat(process.errorReader().lines())
        .singleElement()
        .asString()
        .startsWith("taskd: TASKD_JAVA_HOME=" + temp + " cannot be used: ");
    assertThat(process.waitFor()).isEqualTo(78);
  }

  @ParameterizedTest
  @MethodSource
  void signal_stops_the_child_gracefully(String signal) throws Exception {
    Process process = launch(Map.of("TASKD_JAVA_HOME", named.toString()), "wait");
    childOnceUp(process);

    send(signal, process);

    assertThat(process.inputReader().lines()).containsExactly("stopping", "stopped");
    assertThat(process.waitFor()).isEqualTo(5);
  }

  /** Whoever starts the tests may have had some ignored (nohup does), which is inherited. */
  static List<String> signal_stops_the_child_gracefully() throws IOException {
    return Signals.heeded("TERM", "INT", "HUP");
  }

  @Test
  void signal_sent_twice_changes_nothing() throws Exception {
    Process process = launch(Map.of("TASKD_JAVA_HOME", named.toString()), "wait");
    childOnceUp(process);

    send("TERM", process);
    assertThat(process.inputReader().readLine()).isEqualTo("stopping");
    send("TERM", process);

    assertThat(process.inputReader().readLine()).isEqualTo("stopped");
    assertThat(process.waitFor()).isEqualTo(5);
  }

  @Test
  void kill_of_the_launcher_takes_the_child_along() throws Exception {
    Process process = launch(Map.of("TASKD_JAVA_HOME", named.toString()), "wait");
    ProcessHandle child = childOnceUp(process);

    send("KILL", process);

    child.onExit().get(10, SECONDS);
    assertThat(child.isAlive()).isFalse();
  }

  @Test
  void kill_of_the_child_ends_the_launcher() throws Exception {
    Process process = launch(Map.of("TASKD_JAVA_HOME", named.toString()), "wait");
    ProcessHandle child = childOnceUp(process);

    child.destroyForcibly();

    assertThat(process.waitFor()).isEqualTo(137);
  }

  @Test
  void command_line_is_what_a_shell_can_run() throws Exception {
    Process process =
        start(Jdk.running(), Map.of("TASKD_JAVA_HOME", named.toString()), "CommandLine", "-Da=b c");

    assertThat(process.inputReader().lines())
        .containsExactly(
            named.resolve("bin/java").toString(),
            "-XX:-OmitStackTraceInFastThrow",
            "--enable-native-access=ALL-UNNAMED",
            "-Da=b c",
            "-cp",
            classPath,
            "dev.taskd.launch.Launcher");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void command_line_ends_as_the_launcher_would() throws Exception {
    Process process =
        start(Jdk.running(), Map.of("TASKD_JAVA_HOME", temp.toString()), "CommandLine");

    assertThat(process.inputReader().lines()).isEmpty();
    assertThat(process.waitFor()).isEqualTo(78);
  }

  private Process launch(Map<String, String> environment, String... args) throws Exception {
    return launch(oldest(), environment, args);
  }

  private Process launch(Jdk jdk, Map<String, String> environment, String... args)
      throws Exception {
    return start(jdk, environment, "Launcher", args);
  }

  private Process start(Jdk jdk, Map<String, String> environment, String main, String... args)
      throws Exception {
    var command = new ArrayList<>(List.of(jdk.java().toString(), "-Dfrom=command-line"));
    command.addAll(List.of("-cp", classPath, "dev.taskd.launch." + main));
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command);
    builder.environment().keySet().removeAll(List.of("TASKD_JAVA_HOME", "JDK_JAVA_OPTIONS"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private static Jdk oldest() throws IOException {
    Path shelf = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(shelf)) {
      return Jdk.running();
    }
    try (Stream<Path> homes = Files.list(shelf)) {
      return Stream.concat(homes.flatMap(home -> Jdk.at(home).stream()), Stream.of(Jdk.running()))
          .filter(jdk -> jdk.isAtLeast(11))
          .min((a, b) -> a.version().compareTo(b.version()))
          .orElseThrow();
    }
  }

  private static String classPath() throws Exception {
    var classes = Launcher.class.getProtectionDomain().getCodeSource().getLocation();
    return standIn + File.pathSeparator + Path.of(classes.toURI());
  }

  private static ProcessHandle childOnceUp(Process process) throws IOException {
    var out = process.inputReader(StandardCharsets.UTF_8);
    long pid = Long.parseLong(out.readLine());
    for (String line = out.readLine(); !"up".equals(line); line = out.readLine()) {
      assertThat(line).isNotNull();
    }
    return ProcessHandle.of(pid).orElseThrow();
  }

  private static void send(String signal, Process process) throws Exception {
    var kill = new ProcessBuilder("kill", "-" + signal, "" + process.pid()).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }
}
