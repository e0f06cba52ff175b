package dev.taskd.postgres.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/** A running server. */
record Server(Path cluster, Lifeline process, int port) {
  /**
   * Crash recovery replays at most {@code max_wal_size}, 1 GB, which a slow disk takes a while to.
   */
  private static final Duration READY_LIMIT = Duration.ofMinutes(2);

  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final int PORTS_TO_TRY = 5;
  private static final String PORT_TAKEN = "could not create any TCP/IP sockets";

  /**
   * Given on the command line, so that nothing in the cluster overrides them.
   *
   * <p>Logged is what the server has to say of itself, not the errors of statements: they reach the
   * client, and the file would grow without end. Shared memory is mapped from files because
   * /dev/shm is small in containers, and emptied by systemd when an ordinary user logs out.
   */
  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          Map.entry("listen_addresses", "127.0.0.1"),
          Map.entry("unix_socket_directories", ""),
          Map.entry("password_encryption", "scram-sha-256"),
          Map.entry("timezone", "UTC"),
          Map.entry("log_timezone", "UTC"),
          Map.entry("max_connections", "100"),
          Map.entry("shared_buffers", "128MB"),
          Map.entry("dynamic_shared_memory_type", "mmap"),
          Map.entry("autovacuum", "on"),
          Map.entry("autovacuum_naptime", "10s"),
          Map.entry("log_destination", "stderr"),
          Map.entry("logging_collector", "off"),
          Map.entry("log_min_messages", "log"),
          Map.entry("log_min_error_statement", "panic"),
          Map.entry("log_checkpoints", "off"),
          Map.entry("log_autovacuum_min_duration", "-1"));

  /** Starts the server of a cluster and waits until it lets clients in. */
  static Server start(Installation installation, Path cluster, IntSupplier freePort, StopFlag flag)
      throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      int port = freePort.getAsInt();
      Optional<Server> server = tryStart(installation, cluster, port, flag);
      if (server.isPresent()) {
        return server.get();
      }
      String tail = Disk.tail(installation.log());
      if (!tail.contains(PORT_TAKEN) || tries == PORTS_TO_TRY) {
        throw new EmbeddedPostgresException("PostgreSQL did not start on " + cluster + ":" + tail);
      }
    }
  }

  private static Optional<Server> tryStart(
      Installation installation, Path cluster, int port, StopFlag flag)
      throws IOException, InterruptedException {
    Optional<Postmaster> last = Postmaster.of(cluster);
    Server server =
        new Server(cluster, installation.start("postgres", command(cluster, port)), port);
    boolean ready = false;
    try {
      flag.await(READY_LIMIT, () -> !server.isAlive() || server.isReady(last));
      ready = server.isAlive() && server.isReady(last);
      return ready ? Optional.of(server) : Optional.empty();
    } finally {
      if (!ready) {
        server.stop();
      }
    }
  }

  private static List<String> command(Path cluster, int port) {
    List<String> command = new ArrayList<>(List.of("-D", cluster.toString(), "-p", "" + port));
    SETTINGS.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    return command;
  }

  /** The last server's file stays until this one has written its own. */
  private boolean isReady(Optional<Postmaster> last) {
    Optional<Postmaster> now = Postmaster.of(cluster);
    return !now.equals(last) && now.filter(Postmaster::ready).isPresent();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Stops the server, by force if it takes too long; false unless it was alive and ended in peace.
   */
  boolean stop() throws IOException {
    return process.stop(STOP_LIMIT);
  }
}
