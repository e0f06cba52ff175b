package dev.taskd.postgres.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the file {@code postmaster.pid} of a cluster says of its server. The file outlives a server
 * that was killed, and the process id may be another process's by then.
 *
 * <p>Source: PostgreSQL, src/include/utils/pidfile.h: line 1 is the process id, 3 the second of the
 * start, 4 the port, 8 the status.
 */
record Postmaster(long pid, String started, int port, boolean ready) {
  private static final Duration FAST_LIMIT = Duration.ofSeconds(30);
  private static final Duration IMMEDIATE_LIMIT = Duration.ofSeconds(10);

  /** The server that the file names; nothing when there is no file, or none that makes sense. */
  static Optional<Postmaster> of(Path cluster) {
    try {
      List<String> lines = Disk.read(file(cluster)).lines().toList();
      return lines.size() < 4 ? Optional.empty() : Optional.of(of(lines));
    } catch (NoSuchFileException | NumberFormatException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Postmaster of(List<String> lines) {
    return new Postmaster(
        Long.parseLong(lines.get(0).strip()),
        lines.get(2).strip(),
        Integer.parseInt(lines.get(3).strip()),
        lines.size() >= 8 && lines.get(7).strip().equals("ready"));
  }

  private static Path file(Path cluster) {
    return cluster.resolve("postmaster.pid");
  }

  /**
   * Stops the server that a dead owner of the cluster left behind, and takes away a file that would
   * keep PostgreSQL from starting for no reason: an empty one, or one whose process id belongs to
   * another program now, as when a container starts again, or to a dead process that nobody waits
   * for. A file whose process is gone is left to PostgreSQL's own checks.
   *
   * @return whether there was anything, so that the last server did not end in peace
   */
  static boolean clear(Path cluster, StopFlag flag) throws IOException, InterruptedException {
    if (!Files.exists(file(cluster))) {
      return false;
    }
    Optional<Postmaster> left = of(cluster);
    if (left.isPresent() && left.get().runsIn(cluster)) {
      left.get().stop(cluster, flag);
    }
    if (left.isEmpty() || left.get().keepsOthersFrom(cluster)) {
      Files.deleteIfExists(file(cluster));
    }
    return true;
  }

  private boolean keepsOthersFrom(Path cluster) {
    return ProcessHandle.of(pid).isPresent() && !runsIn(cluster);
  }

  /** Whether the process is the cluster's server, alive, and not one that got its id later. */
  private boolean runsIn(Path cluster) {
    String command =
        ProcessHandle.of(pid).flatMap(process -> process.info().commandLine()).orElse("");
    return command.contains("/postgres") && command.contains(" -D " + cluster + " ");
  }

  private void stop(Path cluster, StopFlag flag) throws IOException, InterruptedException {
    signal("INT");
    if (!flag.await(FAST_LIMIT, () -> !runsIn(cluster))) {
      signal("QUIT");
    }
    if (!flag.await(IMMEDIATE_LIMIT, () -> !runsIn(cluster))) {
      signal("KILL");
    }
    flag.await(IMMEDIATE_LIMIT, () -> !runsIn(cluster));
  }

  /** ProcessHandle knows TERM and KILL alone; to PostgreSQL TERM means to wait for its clients. */
  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("/bin/sh", "-c", "kill -\"$0\" \"$1\"", name, Long.toString(pid))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
