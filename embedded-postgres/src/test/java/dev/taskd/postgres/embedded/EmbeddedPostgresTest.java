package dev.taskd.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One server in this process, in its good days and in its bad ones. */
@Timeout(120)
class EmbeddedPostgresTest {
  @TempDir Path temporary = Path.of("");
  private Path dataDir = Path.of("");

  @BeforeAll
  static void makeTemplate() {
    Template.make();
  }

  @BeforeEach
  void nameDataDir() throws Exception {
    dataDir = temporary.toRealPath().resolve("a data dir");
  }

  @Test
  void session_does_not_tell_the_password() throws Exception {
    Template.copyTo(dataDir);
    try (Session session =
        Session.open(dataDir, Template.BINARIES, EmbeddedPostgres::freePort, new StopFlag())) {
      assertThat(session.toString())
          .contains(dataDir.toString())
          .doesNotContain(session.password());
    }
  }

  private EmbeddedPostgres postgres() {
    return new EmbeddedPostgres(dataDir, Template.BINARIES);
  }

  @Test
  void start_after_a_clean_stop_finds_the_data_and_nothing_to_recover() throws Exception {
    Template.copyTo(dataDir);
    try (EmbeddedPostgres first = postgres().start()) {
      Client.of(first).run("CREATE TABLE kept AS SELECT 'ümlaut' AS word");
      assertThat(first.recovered()).isFalse();
    }

    try (EmbeddedPostgres second = postgres().start()) {
      assertThat(Client.of(second).ask("SELECT word FROM kept")).containsExactly("ümlaut");
      assertThat(second.recovered()).isFalse();
    }
    assertThat(Processes.of(dataDir)).isEmpty();
  }

  @Test
  void settings_are_durable_and_shut_to_the_outside() throws Exception {
    Template.copyTo(dataDir);
    try (EmbeddedPostgres postgres = postgres().start()) {
      Client client = Client.of(postgres);

      assertThat(client.ask("SHOW fsync")).containsExactly("on");
      assertThat(client.ask("SHOW synchronous_commit")).containsExactly("on");
      assertThat(client.ask("SHOW full_page_writes")).containsExactly("on");
      assertThat(client.ask("SHOW data_checksums")).containsExactly("on");
      assertThat(client.ask("SHOW listen_addresses")).containsExactly("127.0.0.1");
      assertThat(client.ask("SHOW unix_socket_directories")).containsExactly("");
      assertThat(client.ask("SHOW server_encoding")).containsExactly("UTF8");
      assertThat(client.ask("SHOW log_timezone")).containsExactly("UTC");
      assertThat(client.ask("SELECT reset_val FROM pg_settings WHERE name = 'autovacuum_naptime'"))
          .containsExactly("10");
      assertThat(client.ask("SELECT boot_val FROM pg_settings WHERE name = 'autovacuum'"))
          .containsExactly("on");
      assertThat(client.ask("SELECT upper('ä') COLLATE \"C\" || lower('Ä')")).hasSize(1);
      assertThat(client.ask("SELECT datlocale FROM pg_database WHERE datname = 'postgres'"))
          .containsExactly("C.UTF-8");
    }
  }

  @Test
  void settings_are_not_overridden_by_the_cluster() throws Exception {
    Template.copyTo(dataDir);
    try (EmbeddedPostgres postgres = postgres().start()) {
      Client.of(postgres).run("ALTER SYSTEM SET fsync = off");
    }

    try (EmbeddedPostgres postgres = postgres().start()) {
      assertThat(Client.of(postgres).ask("SHOW fsync")).containsExactly("on");
    }
  }

  @Test
  void server_wants_the_password() throws Exception {
    Template.copyTo(dataDir);
    try (EmbeddedPostgres postgres = postgres().start()) {
      Client wrong = new Client(postgres.jdbcUrl(), postgres.user(), postgres.password() + "x");

      assertThatThrownBy(() -> wrong.ask("SELECT 1"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password authentication failed");
      assertThat(Client.of(postgres).ask("SELECT DISTINCT auth_method FROM pg_hba_file_rules"))
          .containsExactly("scram-sha-256");
      assertThat(permissions("password")).isEqualTo("rw-------");
      assertThat(permissions("postgres.log")).isEqualTo("rw-------");
      assertThat(postgres.password()).hasSizeGreaterThanOrEqualTo(32);
    }
  }

  private String permissions(String file) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(dataDir.resolve(file)));
  }

  @Test
  void server_sees_nothing_of_this_environment() throws Exception {
    Template.copyTo(dataDir);
    assertThat(System.getenv()).containsKey("HOME");

    try (EmbeddedPostgres postgres = postgres().start()) {
      Client client = Client.of(postgres);
      client.run("CREATE TABLE seen (line text)");
      client.run("COPY seen FROM PROGRAM 'env'");

      assertThat(client.ask("SELECT split_part(line, '=', 1) FROM seen"))
          .contains("PATH")
          .doesNotContain("HOME");
    }
  }

  @Test
  void start_on_a_directory_in_use_is_refused_and_takes_nothing_from_its_owner() throws Exception {
    Template.copyTo(dataDir);
    try (EmbeddedPostgres owner = postgres().start()) {
      String pid = "(pid " + ProcessHandle.current().pid() + ")";

      assertThatThrownBy(() -> postgres().start())
          .isInstanceOf(EmbeddedPostgresException.class)
          .hasMessage("data directory " + dataDir + " is in use by this process " + pid);
      try (OwnerProcess other = OwnerProcess.start(dataDir, Template.BINARIES)) {
        assertThat(other.failure())
            .isEqualTo("data directory " + dataDir + " is in use by another taskd process " + pid);
      }
      assertThat(Client.of(owner).ask("SELECT 1")).containsExactly("1");
    }
  }

  @Test
  void start_twice_is_refused() throws Exception {
    Template.copyTo(dataDir);
    try (EmbeddedPostgres postgres = postgres().start()) {
      assertThatThrownBy(postgres::start).isInstanceOf(IllegalStateException.class);
      assertThat(postgres.isAlive()).isTrue();
    }
  }

  @Test
  void details_before_the_start_are_refused() {
    try (EmbeddedPostgres postgres = postgres()) {
      assertThatThrownBy(postgres::jdbcUrl).isInstanceOf(IllegalStateException.class);
      assertThat(postgres.isAlive()).isFalse();
    }
  }

  @Test
  void start_after_close_is_refused_and_leaves_nothing() {
    EmbeddedPostgres postgres = postgres();

    postgres.close();
    postgres.close();

    assertThatThrownBy(postgres::start)
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("closed");
    assertThat(dataDir).doesNotExist();
  }

  @Test
  void start_takes_another_port_when_its_first_is_gone() throws Exception {
    Template.copyTo(dataDir);
    try (ServerSocket taken =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      int[] ports = {taken.getLocalPort(), freePort()};
      AtomicInteger tries = new AtomicInteger();

      try (EmbeddedPostgres postgres =
          new EmbeddedPostgres(dataDir, Template.BINARIES, () -> ports[tries.getAndIncrement()])
              .start()) {
        assertThat(Client.of(postgres).ask("SHOW port")).containsExactly("" + ports[1]);
      }
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.getLocalPort();
    }
  }

  @Test
  void first_start_clears_away_what_was_left_half_made() throws Exception {
    Files.createDirectories(dataDir.resolve("cluster.init-1/base"));
    Files.writeString(dataDir.resolve("cluster.init-1/PG_VERSION"), "18\n");
    Files.createSymbolicLink(dataDir.resolve("cluster.init-1/link"), temporary);
    Files.writeString(dataDir.resolve("password.init-1"), "secret");
    Files.writeString(dataDir.resolve("password"), "of a cluster that was never finished");

    try (EmbeddedPostgres postgres = postgres().start()) {
      assertThat(Client.of(postgres).ask("SELECT 1")).containsExactly("1");
      assertThat(postgres.recovered()).isFalse();
    }

    try (var names = Files.list(dataDir)) {
      assertThat(names.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("lock", "password", "cluster", "postgres.log");
    }
  }

  @Test
  void start_is_not_kept_by_a_process_id_that_went_to_another_program() throws Exception {
    Template.copyTo(dataDir);
    String pidFile = ProcessHandle.current().pid() + "\n" + dataDir + "\n1\n5432\n\n\n\nready\n";
    Files.writeString(dataDir.resolve("cluster/postmaster.pid"), pidFile);

    try (EmbeddedPostgres postgres = postgres().start()) {
      assertThat(Client.of(postgres).ask("SELECT 1")).containsExactly("1");
      assertThat(postgres.recovered()).isTrue();
    }
  }

  @Test
  void start_is_not_kept_by_an_empty_pid_file() throws Exception {
    Template.copyTo(dataDir);
    Files.createFile(dataDir.resolve("cluster/postmaster.pid"));

    try (EmbeddedPostgres postgres = postgres().start()) {
      assertThat(postgres.recovered()).isTrue();
    }
  }

  @Test
  void start_is_not_over_because_the_last_server_was_ready() throws Exception {
    Template.copyTo(dataDir);
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    String pidFile = dead.pid() + "\n" + dataDir + "\n1\n5432\n\n\n\nready\n";
    Files.writeString(dataDir.resolve("cluster/postmaster.pid"), pidFile);

    try (EmbeddedPostgres postgres = postgres().start()) {
      int port = Postmaster.of(dataDir.resolve("cluster")).orElseThrow().port();

      assertThat(postgres.jdbcUrl()).contains(":" + port + "/");
    }
  }

  @Test
  void start_on_data_of_another_major_version_says_so() throws Exception {
    Template.copyTo(dataDir);
    Files.writeString(dataDir.resolve("cluster/PG_VERSION"), "17\n");

    assertThatThrownBy(() -> postgres().start())
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("data directory " + dataDir)
        .hasMessageContaining("PostgreSQL 17, but 18 is bundled");
  }

  @Test
  void start_without_the_password_file_says_so() throws Exception {
    Template.copyTo(dataDir);
    Files.delete(dataDir.resolve("password"));

    assertThatThrownBy(() -> postgres().start())
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("password file " + dataDir.resolve("password") + " is missing");
    assertThat(Processes.of(dataDir)).isEmpty();
  }

  @Test
  void start_of_a_server_that_ends_at_once_shows_the_end_of_its_log() throws Exception {
    Template.copyTo(dataDir);
    Files.writeString(
        dataDir.resolve("cluster/postgresql.conf"), "\nnonsense = 1\n", StandardOpenOption.APPEND);

    assertThatThrownBy(() -> postgres().start())
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageStartingWith("PostgreSQL did not start on " + dataDir.resolve("cluster"))
        .hasMessageContaining("unrecognized configuration parameter \"nonsense\"");
    assertThat(Processes.of(dataDir)).isEmpty();
  }

  @Test
  void start_on_a_file_says_so() throws Exception {
    Files.createFile(dataDir);

    assertThatThrownBy(() -> postgres().start())
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("data directory " + dataDir);
  }

  @Test
  void server_that_dies_is_seen_and_makes_the_next_one_recover() throws Exception {
    Template.copyTo(dataDir);
    try (EmbeddedPostgres postgres = postgres().start()) {
      Client.of(postgres).run("CREATE TABLE kept AS SELECT 1 AS n");

      Processes.server(dataDir).destroyForcibly();

      Processes.await(() -> !postgres.isAlive());
    }

    assertThat(Processes.of(dataDir)).isEmpty();
    try (EmbeddedPostgres next = postgres().start()) {
      assertThat(next.recovered()).isTrue();
      assertThat(Client.of(next).ask("SELECT n FROM kept")).containsExactly("1");
    }
  }

  @Test
  void start_that_fails_forgets_no_recovery() throws Exception {
    Template.copyTo(dataDir);
    Files.createFile(dataDir.resolve("running"));
    assertThatThrownBy(
            () ->
                new EmbeddedPostgres(
                        dataDir,
                        Template.BINARIES,
                        () -> {
                          throw new IllegalArgumentException("no port");
                        })
                    .start())
        .isInstanceOf(IllegalArgumentException.class);

    try (EmbeddedPostgres postgres = postgres().start()) {
      assertThat(postgres.recovered()).isTrue();
    }
  }

  /** The first rounds fall into initdb, the later ones into the start of the server. */
  @Test
  void close_at_any_moment_of_the_start_leaves_nothing_running_and_nothing_broken()
      throws Exception {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 12; round++) {
      EmbeddedPostgres postgres = postgres();
      FutureTask<EmbeddedPostgres> start = new FutureTask<>(postgres::start);
      Thread starter = new Thread(start);
      starter.start();
      starter.join(1 + random.nextInt(round < 4 ? 700 : 120));

      postgres.close();

      assertThat(Processes.of(dataDir)).as("round %s of seed %s", round, seed).isEmpty();
      starter.join();
    }

    try (EmbeddedPostgres postgres = postgres().start()) {
      assertThat(Client.of(postgres).ask("SELECT 1")).containsExactly("1");
      assertThat(postgres.recovered()).isFalse();
    }
  }

  @Test
  void close_ends_a_first_start() throws Exception {
    EmbeddedPostgres postgres = postgres();
    FutureTask<EmbeddedPostgres> start = new FutureTask<>(postgres::start);
    new Thread(start).start();
    Processes.await(() -> !Processes.of(dataDir).isEmpty());

    postgres.close();

    assertThatThrownBy(start::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("closed while it started");
    assertThat(Processes.of(dataDir)).isEmpty();
    assertThat(dataDir.resolve("cluster")).doesNotExist();
  }

  /** A server that is being born ignores signals; it must not take the 30 s until it is killed. */
  @Test
  @Timeout(25)
  void close_just_before_the_server_is_launched_stops_it_in_peace() throws Exception {
    Template.copyTo(dataDir);
    AtomicReference<EmbeddedPostgres> postgres = new AtomicReference<>();
    Thread closer = new Thread(() -> postgres.get().close());
    postgres.set(new EmbeddedPostgres(dataDir, Template.BINARIES, () -> portOnceWaiting(closer)));

    assertThatThrownBy(() -> postgres.get().start())
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("closed while it started");

    closer.join();
    assertThat(Processes.of(dataDir)).isEmpty();
  }

  private static int portOnceWaiting(Thread thread) {
    try {
      thread.start();
      Processes.await(() -> thread.getState() == Thread.State.WAITING);
      return freePort();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void interrupt_ends_a_start() throws Exception {
    EmbeddedPostgres postgres = postgres();
    FutureTask<EmbeddedPostgres> start = new FutureTask<>(postgres::start);
    Thread starter = new Thread(start);
    starter.start();
    Processes.await(() -> !Processes.of(dataDir).isEmpty());

    starter.interrupt();

    assertThatThrownBy(start::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Processes.of(dataDir)).isEmpty();
    assertThat(dataDir.resolve("cluster")).doesNotExist();
  }

  @Test
  void close_stops_the_server_also_when_interrupted_and_keeps_the_interrupt() throws Exception {
    Template.copyTo(dataDir);
    EmbeddedPostgres postgres = postgres().start();

    Thread.currentThread().interrupt();
    postgres.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(Processes.of(dataDir)).isEmpty();
    try (EmbeddedPostgres next = postgres().start()) {
      assertThat(next.recovered()).isFalse();
    }
  }
}
