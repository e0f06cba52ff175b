package dev.taskd.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One process's use of a data directory: from taking its lock to giving it back. */
record Session(Path dataDir, DirectoryLock lock, Server server, String password, boolean recovered)
    implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  static Session open(Path directory, Path binaries, IntSupplier freePort, StopFlag flag)
      throws IOException, InterruptedException {
    Bundle bundle = Bundle.ofThisPlatform();
    Path dataDir = Files.createDirectories(directory).toRealPath();
    Optional<DirectoryLock> lock = DirectoryLock.tryTake(dataDir);
    if (lock.isEmpty()) {
      throw new EmbeddedPostgresException(
          "data directory " + dataDir + " is in use by " + DirectoryLock.owner(dataDir));
    }
    Optional<Session> session = Optional.empty();
    try {
      session = Optional.of(open(dataDir, lock.get(), bundle, binaries, freePort, flag));
      return session.get();
    } finally {
      if (session.isEmpty()) {
        lock.get().close();
      }
    }
  }

  private static Session open(
      Path dataDir,
      DirectoryLock lock,
      Bundle bundle,
      Path binaries,
      IntSupplier freePort,
      StopFlag flag)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    Cluster cluster = new Cluster(dataDir);
    boolean leftAlone = Postmaster.clear(cluster.path(), flag);
    boolean recovered = leftAlone || Files.exists(running(dataDir));

    Path home = bundle.unpackedIn(binaries, flag);
    Path log = dataDir.resolve("postgres.log");
    Installation installation = Installation.find(home, cluster.path(), log, flag);
    cluster.prepare(installation, flag);
    String password = cluster.password();
    Server server = Server.start(installation, cluster.path(), freePort, flag);
    markRunning(dataDir, server);
    LOG.info(
        "embedded PostgreSQL {} runs on port {}, data in {}; started in {}ms{}",
        bundle.version(),
        server.port(),
        dataDir,
        Duration.ofNanos(System.nanoTime() - start).toMillis(),
        recovered ? ", its last owner having died" : "");
    return new Session(dataDir, lock, server, password, recovered);
  }

  /** The file that is there while the server may have clients, and stays if its owner dies. */
  private static Path running(Path dataDir) {
    return dataDir.resolve("running");
  }

  private static void markRunning(Path dataDir, Server server) throws IOException {
    boolean marked = false;
    try {
      Disk.createPrivate(running(dataDir));
      Disk.sync(dataDir);
      marked = true;
    } finally {
      if (!marked) {
        server.stop();
      }
    }
  }

  /** All but the password. */
  @Override
  public String toString() {
    return "Session[dataDir=%s, port=%d, recovered=%b]"
        .formatted(dataDir, server.port(), recovered);
  }

  @Override
  public void close() throws IOException {
    try {
      if (server.stop()) {
        Files.deleteIfExists(running(dataDir));
      } else {
        clear();
      }
    } finally {
      lock.close();
    }
  }

  private void clear() throws IOException {
    try {
      Postmaster.clear(server.cluster(), new StopFlag());
    } catch (InterruptedException e) { // the next start goes on with it
      Thread.currentThread().interrupt();
    }
  }
}
