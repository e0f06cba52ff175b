package dev.taskd.postgres.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A child process that does not outlive this one. A shell between the two holds the read end of a
 * pipe; when the pipe breaks, because it was closed or because this process died in whatever way,
 * the shell sends SIGINT: PostgreSQL's fast shutdown. The shell ends with the child, and with its
 * exit code.
 *
 * <p>The child has a session of its own, so that Ctrl-C in the terminal does not reach it, and sees
 * nothing of this process's environment, which may hold secrets. Thread-safe.
 */
final class Lifeline {
  /**
   * The shell ignores what a service manager sends to a whole group: the pipe alone stops it. The
   * pipe's reader is a subshell, and {@code read} is built in, so that there is one process to kill
   * when the child ends by itself. It signals until the child is gone: a child that is just being
   * started ignores signals too.
   */
  private static final String SHELL =
      """
      trap '' HUP INT TERM
      exec 3<&0
      "$@" </dev/null 3<&- &
      child=$!
      { read -r line <&3; while kill -INT "$child" 2>/dev/null; do sleep 0.2; done; } </dev/null &
      reader=$!
      wait "$child"
      code=$?
      kill -KILL "$reader" 2>/dev/null
      exit "$code"
      """;

  private static final Duration KILL_LIMIT = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(5);

  private final Process shell;

  private Lifeline(Process shell) {
    this.shell = shell;
  }

  /**
   * Starts a program; its output goes to the log, in place of what was there.
   *
   * @param runner what to put in front of the command, to run it as somebody else
   */
  static Lifeline start(List<String> runner, List<String> program, Path log) throws IOException {
    List<String> command = new ArrayList<>(runner);
    command.addAll(ownSession());
    command.addAll(List.of("/bin/sh", "-c", SHELL, "taskd-lifeline"));
    command.addAll(program);
    Disk.createPrivate(log);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(log.toAbsolutePath().getRoot().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().keySet().retainAll(List.of("PATH"));
    return new Lifeline(builder.start());
  }

  /** macOS has no setsid, but Perl (never tried on a Mac). */
  private static List<String> ownSession() {
    return System.getProperty("os.name").startsWith("Mac")
        ? List.of("/usr/bin/perl", "-MPOSIX", "-e", "POSIX::setsid(); exec { $ARGV[0] } @ARGV")
        : List.of("setsid");
  }

  boolean isAlive() {
    return shell.isAlive();
  }

  /** The exit code of a program that ends by itself; what does not within the limit is stopped. */
  int await(Duration limit, StopFlag flag) throws IOException, InterruptedException {
    try {
      if (!flag.await(limit, () -> !isAlive())) {
        throw new EmbeddedPostgresException(
            "a program of PostgreSQL did not end within " + limit.toSeconds() + "s");
      }
      return shell.exitValue();
    } finally {
      stop(KILL_LIMIT);
    }
  }

  /**
   * Stops the child, by force when it takes longer than the limit. An interrupt does not shorten
   * the wait.
   *
   * @return whether it had been alive and ended in peace
   */
  boolean stop(Duration limit) throws IOException {
    boolean alive = isAlive();
    List<ProcessHandle> family = shell.descendants().toList();
    shell.getOutputStream().close();
    boolean inPeace = ends(limit);
    if (!inPeace) {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly();
      ends(KILL_LIMIT);
    }
    family.forEach(Lifeline::end);
    return inPeace && alive && shell.exitValue() == 0;
  }

  /** An initdb that is interrupted leaves its own children to themselves. */
  private static void end(ProcessHandle left) {
    long end = System.nanoTime() + KILL_LIMIT.toNanos();
    while (left.isAlive() && System.nanoTime() < end) {
      left.destroyForcibly();
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  private boolean ends(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return shell.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
