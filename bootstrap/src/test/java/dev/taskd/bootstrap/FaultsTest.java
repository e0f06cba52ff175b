package dev.taskd.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.postgres.embedded.EmbeddedPostgres;
import dev.taskd.testkit.TcpProxy;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes on one PostgreSQL, under load, while nodes are killed and the server is restarted:
 * nothing is lost, recorded twice, stuck, or blamed. The order of the faults comes from a seed that
 * is printed, and can be given as {@code -Dfaults.seed}.
 */
class FaultsTest {
  private static final int BATCH = 100;
  private static final Duration LONGEST_RECOVERY = Duration.ofSeconds(60);

  @TempDir Path dir;

  private enum Fault {
    NODE_KILLED,
    SERVER_RESTARTED
  }

  @Test
  void nothing_is_lost_while_a_node_is_killed_and_the_server_restarted() throws Exception {
    play(1_000, 2, 1);
  }

  @Test
  @Tag("long")
  void nothing_is_lost_whatever_is_killed_and_restarted() throws Exception {
    play(20_000, 20, 10);
  }

  private void play(int tasks, int kills, int restarts) throws Exception {
    long seed = Long.getLong("faults.seed", System.nanoTime());
    System.out.println("faults.seed=" + seed);
    Random random = new Random(seed);
    List<Fault> faults = new ArrayList<>(Collections.nCopies(kills, Fault.NODE_KILLED));
    faults.addAll(Collections.nCopies(restarts, Fault.SERVER_RESTARTED));
    Collections.shuffle(faults, random);
    int share = tasks / (faults.size() + 1) / BATCH * BATCH;
    try (Site site = new Site(dir, 3)) {
      Semaphore allowed = new Semaphore(0);
      AtomicInteger sent = new AtomicInteger();
      FutureTask<Void> sending = new FutureTask<>(() -> send(site, tasks, allowed, sent), null);
      Thread.ofPlatform().daemon().start(sending);
      for (int i = 0; i < faults.size(); i++) {
        int before = sent.get();
        allowed.release(share);
        awaitSent(sent, before + share / 2);
        Duration recovery =
            switch (faults.get(i)) {
              case NODE_KILLED -> site.killNode(random.nextInt(3));
              case SERVER_RESTARTED -> site.restartServer();
            };
        System.out.printf(
            "fault %d of %d: %s, recovered after %d ms%n",
            i + 1, faults.size(), faults.get(i), recovery.toMillis());
      }
      allowed.release(tasks);
      sending.get();
      site.awaitEnd();

      assertThat(site.ask("select count(*) from taskd.task")).isEqualTo(tasks);
      assertThat(site.ask("select count(*) from taskd.task where state = 'succeeded'"))
          .isEqualTo(tasks);
      assertThat(site.ask("select count(*) from taskd.dead")).isZero();
      assertThat(site.ask("select count(*) from taskd.lease")).isZero();
      assertThat(site.ask("select count(*) from taskd.finished")).isEqualTo(tasks);
      assertThat(site.ask("select count(*) from taskd.timeline where what = 'succeeded'"))
          .isEqualTo(tasks);
    }
  }

  private static void awaitSent(AtomicInteger sent, int count) {
    long end = System.nanoTime() + LONGEST_RECOVERY.toNanos();
    while (sent.get() < count) {
      assertThat(System.nanoTime()).as("waiting for tasks to be taken").isLessThan(end);
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }

  /**
   * Sends all that is allowed, each batch until it is taken, under keys that let it be repeated.
   */
  private static void send(Site site, int tasks, Semaphore allowed, AtomicInteger sent) {
    for (int first = 0; first < tasks; first += BATCH) {
      allowed.acquireUninterruptibly(BATCH);
      List<String> batch =
          IntStream.range(first, first + BATCH)
              .mapToObj(
                  i ->
                      "{\"type\":\"sleep\",\"input\":"
                          + i % 100
                          + ",\"max_attempts\":20,\"idempotency_key\":\"task-"
                          + i
                          + "\"}")
              .toList();
      for (int tries = 0; !site.submit(tries, batch); tries++) {
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
      sent.addAndGet(BATCH);
    }
  }

  /** The server, the way to it, and the nodes. */
  private static final class Site implements AutoCloseable {
    private final Path dir;
    private final TcpProxy proxy;
    private final List<TaskdProcess> nodes = Collections.synchronizedList(new ArrayList<>());
    private EmbeddedPostgres server;
    private int starts;

    Site(Path dir, int count) throws Exception {
      this.dir = dir;
      server = new EmbeddedPostgres(dir.resolve("postgres")).start();
      proxy = new TcpProxy("127.0.0.1", port());
      for (int i = 0; i < count; i++) {
        nodes.add(startNode());
      }
    }

    private int port() {
      return Integer.parseInt(server.jdbcUrl().replaceFirst(".*:([0-9]+)/.*", "$1"));
    }

    private TaskdProcess startNode() throws Exception {
      return TaskdProcess.start(
          TestApplication.class,
          Files.createDirectories(dir.resolve("node-" + ++starts)),
          Map.of(
              "TASKD_STORAGE",
              "postgres",
              "TASKD_POSTGRES_URL",
              server.jdbcUrl().replaceFirst(":[0-9]+/", ":" + proxy.port() + "/"),
              "TASKD_POSTGRES_USER",
              server.user(),
              "TASKD_POSTGRES_PASSWORD",
              server.password(),
              "TASKD_NODE_HEARTBEAT",
              "500ms",
              "TASKD_NODE_LOST_AFTER",
              "4s"));
    }

    /** Returns how long it took until what it held was taken from it. */
    Duration killNode(int number) throws Exception {
      TaskdProcess node = nodes.get(number);
      String name = node.awaitLine("working node=").replaceFirst(".*node=\"([0-9]+)\".*", "$1");
      node.kill();
      long began = System.nanoTime();
      nodes.set(number, startNode());
      await("the rescue", () -> ask("select count(*) from taskd.lease where node = " + name) == 0);
      return Duration.ofNanos(System.nanoTime() - began);
    }

    /** Returns how long it took until a task ended, from when the server was there again. */
    Duration restartServer() throws Exception {
      proxy.refuse();
      server.close();
      server = new EmbeddedPostgres(dir.resolve("postgres")).start();
      proxy.leadTo(port());
      proxy.pass();
      long began = System.nanoTime();
      long before = ended();
      await("progress", () -> ended() > before || open() == 0);
      return Duration.ofNanos(System.nanoTime() - began);
    }

    /** False if it has to be sent again. */
    boolean submit(int tries, List<String> batch) {
      TaskdProcess node = nodes.get(tries % nodes.size());
      if (!node.isAlive() || node.count("taskd is up") == 0) {
        return false;
      }
      try (Client client = new Client(node.url())) {
        return client
                .post("/v1/tasks/batch", "{\"tasks\":[" + String.join(",", batch) + "]}")
                .statusCode()
            == 201;
      } catch (UncheckedIOException | AssertionError gone) {
        return false;
      }
    }

    void awaitEnd() throws SQLException {
      await("the end", () -> open() == 0);
    }

    private long ended() throws SQLException {
      return ask("select count(*) from taskd.finished");
    }

    private long open() throws SQLException {
      return ask("select (select count(*) from taskd.ready) + (select count(*) from taskd.lease)");
    }

    private interface Condition {
      boolean holds() throws SQLException;
    }

    private static void await(String what, Condition condition) throws SQLException {
      long end = System.nanoTime() + LONGEST_RECOVERY.toNanos();
      while (!condition.holds()) {
        assertThat(System.nanoTime()).as("waiting for " + what).isLessThan(end);
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      }
    }

    long ask(String sql) throws SQLException {
      try (Connection connection =
              DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        rows.next();
        return rows.getLong(1);
      }
    }

    @Override
    public void close() {
      nodes.forEach(TaskdProcess::close);
      proxy.close();
      server.close();
    }
  }
}
