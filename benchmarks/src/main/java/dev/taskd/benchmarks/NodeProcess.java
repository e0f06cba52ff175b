package dev.taskd.benchmarks;

import dev.taskd.application.safego.SafeGo;
import dev.taskd.application.safego.TaskGroup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A taskd in a process of its own, as it comes, but for its database and its port. */
final class NodeProcess implements AutoCloseable {
  private static final Pattern UP = Pattern.compile("taskd is up url=\"([^\"]+)\"");
  private static final Pattern LIVE_BYTES = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");
  private static final int LONGEST_STOP_SECONDS = 60;

  private final Process process;
  private final String url;
  private final TaskGroup readers = new TaskGroup(escaped -> {});

  private NodeProcess(Process process, BufferedReader output) throws IOException {
    this.process = process;
    this.url = url(output);
    SafeGo.go(readers, "node-output", () -> output.transferTo(Writer.nullWriter()));
  }

  /** Starts one and waits until it is up. */
  static NodeProcess start(Address database) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                java("java"),
                "-XX:-OmitStackTraceInFastThrow",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.taskd.bootstrap.Main")
            .redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("TASKD_"));
    builder.environment().putAll(Map.of("TASKD_HTTP_PORT", "0", "TASKD_STORAGE", "postgres"));
    put(builder, "TASKD_POSTGRES_URL", database.url());
    put(builder, "TASKD_POSTGRES_USER", database.user());
    put(builder, "TASKD_POSTGRES_PASSWORD", database.password());
    Process process = builder.start();
    try {
      return new NodeProcess(process, process.inputReader(StandardCharsets.UTF_8));
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static void put(ProcessBuilder builder, String name, @Nullable String value) {
    if (value != null) {
      builder.environment().put(name, value);
    }
  }

  private static String java(String program) {
    return Path.of(System.getProperty("java.home"), "bin", program).toString();
  }

  private static String url(BufferedReader output) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      lines.add(line);
      Matcher up = UP.matcher(line);
      if (up.find()) {
        return up.group(1);
      }
    }
    throw new IllegalStateException("the node did not start:\n" + String.join("\n", lines));
  }

  String url() {
    return url;
  }

  /** What its heap holds after a full collection. */
  long liveBytes() throws IOException {
    Process asking =
        new ProcessBuilder(java("jcmd"), "" + process.pid(), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String histogram = new String(asking.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher total = LIVE_BYTES.matcher(histogram);
    if (!total.find()) {
      throw new IllegalStateException("no total in\n" + histogram);
    }
    return Long.parseLong(total.group(1));
  }

  /** Stops it as an operator would. */
  @Override
  public void close() {
    process.toHandle().destroy();
    try {
      process.waitFor(LONGEST_STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
