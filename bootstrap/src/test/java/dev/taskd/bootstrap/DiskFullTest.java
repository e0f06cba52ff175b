package dev.taskd.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk of the database is full, under load: taskd stays up and says so, blames no job, and goes
 * on by itself when there is room again.
 */
@Tag("long")
class DiskFullTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** How long the disk stays full: longer than a trouble that is not told yet. */
  private static final Duration FULL = Duration.ofSeconds(20);

  /** A pool that waits for a connection, and what a busy machine adds. */
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(8);

  private static final int MEGABYTES = 200;
  private static final int LINES_PER_SECOND = 10;

  @TempDir Path dir;

  @Test
  void nothing_is_lost_when_tables_and_then_the_log_cannot_grow() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(Files.createDirectory(dir.resolve("disk")), MEGABYTES);
        DistantServer server =
            new DistantServer(disk.path().resolve("postgres"), dir.resolve("binaries"));
        TaskdProcess taskd = TaskdProcess.start(TestApplication.class, dir, server.environment());
        Client client = new Client(taskd.url());
        Client prober = new Client(taskd.url())) {
      Sender sender = new Sender(client);
      soon(() -> sender.taken() >= 400);

      disk.fill();
      soon(() -> sender.answers(503) > 0);
      staysUpAndQuiet(taskd, prober, () -> {});
      taskd.awaitLine("the server's disk is full (SQLState 53100)");
      disk.free();
      goesOn(server, sender, prober);

      disk.fill();
      int unready = staysUpAndQuiet(taskd, prober, () -> growLog(server));
      disk.free();
      if (!server.isAlive()) {
        server.restart();
      }
      goesOn(server, sender, prober);

      sender.end();
      soon(() -> server.ask("select count(*) from taskd.task where state = 'open'").equals("0"));
      System.out.printf("%d tasks, slowest answer %s%n", sender.taken(), sender.slowest());
      assertThat(unready).as("answers that it is not ready").isPositive();
      assertThat(sender.statuses()).containsExactly(201, 503);
      assertThat(sender.slowest()).isLessThan(LONGEST_ANSWER);
      String all = Integer.toString(sender.taken());
      assertThat(server.ask("select count(*) from taskd.task")).isEqualTo(all);
      assertThat(server.ask("select count(*) from taskd.task where state = 'succeeded'"))
          .isEqualTo(all);
      assertThat(server.ask("select count(*) from taskd.finished")).isEqualTo(all);
      assertThat(server.ask("select count(*) from taskd.finished where attempt > 1"))
          .isEqualTo("0");
      assertThat(server.ask("select count(*) from taskd.timeline where what = 'succeeded'"))
          .isEqualTo(all);
      assertThat(server.ask("select count(*) from taskd.failure")).isEqualTo("0");
      assertThat(server.ask("select count(*) from taskd.lease")).isEqualTo("0");
      assertThat(taskd.output()).doesNotContain(" ERROR ");
      assertThat(taskd.terminate().exitCode()).isZero();
    }
  }

  /** Returns how often the node said that it is not ready, of once a second. */
  private static int staysUpAndQuiet(TaskdProcess taskd, Client prober, Runnable everySecond) {
    long linesBefore = taskd.count("");
    long end = System.nanoTime() + FULL.toNanos();
    int unready = 0;
    while (System.nanoTime() < end) {
      everySecond.run();
      assertThat(prober.get("/healthz").statusCode()).isEqualTo(200);
      unready += prober.get("/readyz").statusCode() == 503 ? 1 : 0;
      LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
    }
    assertThat(taskd.count("") - linesBefore)
        .as("lines")
        .isLessThan(LINES_PER_SECOND * FULL.toSeconds());
    return unready;
  }

  private static void goesOn(DistantServer server, Sender sender, Client prober) throws Exception {
    int before = sender.taken();
    long began = System.nanoTime();
    soon(() -> sender.taken() > before + 100);
    soon(() -> prober.get("/readyz").statusCode() == 200);
    System.out.printf(
        "goes on after %d ms, server alive: %b%n",
        Duration.ofNanos(System.nanoTime() - began).toMillis(), server.isAlive());
  }

  /** Writes so much log that the server has no room for it, and ends all its sessions or itself. */
  private static void growLog(DistantServer server) {
    try {
      server.ask("select pg_logical_emit_message(false, 'filler', repeat('x', 4000000))");
    } catch (SQLException e) {
      // That is what is wanted.
    }
  }

  private static void soon(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + LONG.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + LONG);
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }
}
