package dev.taskd.postgres.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server of this process's own, from bundled programs, all below one directory: it is
 * there from {@link #start()} to {@link #close()}, and is stopped too when this process dies in
 * whatever way. It listens on loopback, on a free port, behind a generated password, and is
 * durable: what was committed is on the disk.
 *
 * <p>Thread-safe. {@code close()} from another thread, or an interrupt, ends a start that is under
 * way; both return when nothing is left running. Starts no thread. Each object is good for one
 * start.
 */
public final class EmbeddedPostgres implements AutoCloseable {
  private final Path dataDir;
  private final Path binaries;
  private final IntSupplier freePort;
  private final StopFlag flag = new StopFlag();
  private final ReentrantLock lifecycle = new ReentrantLock();
  private volatile @Nullable Session session;

  /** A server whose programs are unpacked below the data directory too. */
  public EmbeddedPostgres(Path dataDir) {
    this(dataDir, dataDir.resolve("binaries"));
  }

  /**
   * A server whose programs are unpacked to a directory that others may share.
   *
   * @param dataDir made if it is not there
   * @param binaries likewise; unpacking takes some seconds
   */
  public EmbeddedPostgres(Path dataDir, Path binaries) {
    this(dataDir, binaries, EmbeddedPostgres::freePort);
  }

  EmbeddedPostgres(Path dataDir, Path binaries, IntSupplier freePort) {
    this.dataDir = dataDir;
    this.binaries = binaries;
    this.freePort = freePort;
  }

  /**
   * Starts the server; the first time that takes seconds, later a fraction of one.
   *
   * @return this
   * @throws EmbeddedPostgresException when it cannot be had, or was closed meanwhile
   * @throws IllegalStateException when it is started already
   */
  public EmbeddedPostgres start() throws InterruptedException {
    lifecycle.lockInterruptibly();
    try {
      if (session != null) {
        throw new IllegalStateException("already started on " + dataDir);
      }
      flag.check();
      session = Session.open(dataDir, binaries, freePort, flag);
      return this;
    } catch (UncheckedIOException e) {
      throw failure(Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw failure(e);
    } finally {
      lifecycle.unlock();
    }
  }

  private EmbeddedPostgresException failure(IOException cause) throws InterruptedException {
    if (cause instanceof ClosedByInterruptException) {
      Thread.interrupted();
      throw (InterruptedException) new InterruptedException().initCause(cause);
    }
    return new EmbeddedPostgresException(
        "PostgreSQL cannot be run in data directory " + dataDir, cause);
  }

  private Session session() {
    Session now = session;
    if (now == null) {
      throw new IllegalStateException("not started on " + dataDir);
    }
    return now;
  }

  /** Where the server listens. */
  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + session().server().port() + "/postgres";
  }

  /** The user to connect as, who owns the databases. */
  public String user() {
    return Cluster.USER;
  }

  /** The password to connect with. */
  public String password() {
    return session().password();
  }

  /**
   * Whether the last process that used the directory died or was killed: what it held is free, for
   * this process has the directory to itself.
   */
  public boolean recovered() {
    return session().recovered();
  }

  /** Whether the server runs; once it was started and does not, it will not come back by itself. */
  public boolean isAlive() {
    Session now = session;
    return now != null && now.server().isAlive();
  }

  /**
   * Stops the server: what its clients are doing is rolled back, and what was committed stays. It
   * has 30 s for that, then it is killed, which costs the next start a recovery and no data. An
   * interrupt does not shorten the wait. Closing again does nothing.
   */
  @Override
  public void close() {
    flag.raise();
    lifecycle.lock();
    try {
      if (session != null) {
        session.close();
      }
    } catch (IOException e) {
      throw new EmbeddedPostgresException("PostgreSQL in " + dataDir + " was not stopped well", e);
    } finally {
      session = null;
      lifecycle.unlock();
    }
  }

  static int freePort() {
    try (ServerSocket socket =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
