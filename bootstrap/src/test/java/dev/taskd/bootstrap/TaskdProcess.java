package dev.taskd.bootstrap;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A taskd in a process of its own, and what it prints. */
final class TaskdProcess implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Pattern UP = Pattern.compile("taskd is up url=\"([^\"]+)\"");

  private final Process process;
  private final List<String> lines = new ArrayList<>();
  private final Thread reader;

  private TaskdProcess(Process process) {
    this.process = process;
    reader = Thread.ofPlatform().daemon().start(this::read);
  }

  /** Starts {@code main} on an embedded PostgreSQL in {@code dataDir}, on a free port. */
  static TaskdProcess start(Class<?> main, Path dataDir, Map<String, String> environment) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    String classes = System.getProperty("java.class.path") + File.pathSeparator + dataDir;
    command.addAll(List.of("-cp", classes, main.getName()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.directory(dataDir.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("TASKD_"));
    builder.environment().put("TASKD_HTTP_PORT", "0");
    builder.environment().put("TASKD_DATA_DIR", dataDir.resolve("data").toString());
    builder.environment().putAll(environment);
    try {
      return new TaskdProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        synchronized (lines) {
          lines.add(line);
          lines.notifyAll();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until it is up; returns its URL. */
  String url() {
    Matcher up = UP.matcher(awaitLine(UP));
    up.find();
    return up.group(1);
  }

  String awaitLine(String part) {
    return awaitLine(Pattern.compile(Pattern.quote(part)));
  }

  private String awaitLine(Pattern pattern) {
    long end = System.nanoTime() + LONGEST.toNanos();
    synchronized (lines) {
      for (int i = 0; ; i++) {
        while (i >= lines.size()) {
          long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
          if (left <= 0 || !reader.isAlive()) {
            throw new AssertionError("no line with " + pattern + " in\n" + output());
          }
          waitForLines(Math.min(left, 200));
        }
        if (pattern.matcher(lines.get(i)).find()) {
          return lines.get(i);
        }
      }
    }
  }

  private void waitForLines(long millis) {
    try {
      lines.wait(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  String output() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  Process process() {
    return process;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGTERM. */
  TaskdProcess terminate() {
    process.toHandle().destroy();
    return this;
  }

  /** Sends a signal such as STOP. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** How many lines with {@code part} there are so far. */
  long count(String part) {
    synchronized (lines) {
      return lines.stream().filter(line -> line.contains(part)).count();
    }
  }

  /** SIGKILL. */
  void kill() {
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("does not end:\n" + output());
    }
    reader.join(LONGEST);
    return process.exitValue();
  }

  @Override
  public void close() {
    kill();
  }
}
