package dev.taskd.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A running {@link Owner}, as its parent sees it. */
final class OwnerProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;
  private boolean recovered;

  private OwnerProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  static OwnerProcess start(Path dataDir, Path binaries, String... more) throws IOException {
    return start(
        List.of(), System.getProperty("java.class.path"), Map.of(), dataDir, binaries, more);
  }

  static OwnerProcess start(
      List<String> runner,
      String classPath,
      Map<String, String> environment,
      Path dataDir,
      Path binaries,
      String... more)
      throws IOException {
    List<String> command = new ArrayList<>(runner);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            Owner.class.getName(),
            dataDir.toString(),
            binaries.toString()));
    command.addAll(List.of(more));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    return new OwnerProcess(builder.start());
  }

  /** Everything that a failed start had to say. */
  String failure() throws IOException {
    process.getOutputStream().close();
    String all = output.lines().collect(Collectors.joining("\n"));
    assertThat(all).startsWith("failed ");
    return all.substring("failed ".length());
  }

  /** The server, as soon as it runs. */
  Client client() throws IOException {
    String[] words = String.valueOf(output.readLine()).split(" ", 4);
    assertThat(words[0]).isEqualTo("started");
    recovered = Boolean.parseBoolean(words[3]);
    return new Client(words[1], Cluster.USER, words[2]);
  }

  boolean recovered() {
    return recovered;
  }

  long pid() {
    return process.pid();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Asks the process to stop, as a service manager does, and waits until it has. */
  void terminate() throws InterruptedException {
    process.toHandle().destroy(); // of the process itself, which would close its pipes first
    process.waitFor();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }
}
