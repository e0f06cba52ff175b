package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.port.Nudges;
import dev.taskd.domain.port.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nudges by NOTIFY, received on a connection of its own outside the pool. {@code await} is for one
 * thread at a time, {@code close} for any.
 *
 * <p>A connection that is lost is made anew, after a pause that doubles while that fails.
 */
public final class PostgresNudges implements Nudges {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresNudges.class);

  /** The driver's read cannot be interrupted, so none is longer than this. */
  private static final Duration READ = Duration.ofMillis(200);

  /** A connection that was silent so long is asked whether it is still there. */
  private static final Duration SILENCE = Duration.ofSeconds(30);

  /** How long it may take to answer. */
  private static final Duration ANSWER = Duration.ofSeconds(4);

  private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(4));

  private final DataSource source;
  private final Duration silence;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Connection connection;
  private @Nullable SQLException reason;
  private int failures;
  private long resume = System.nanoTime();
  private long heard = System.nanoTime();

  /** Connects at the first wait. */
  public PostgresNudges(PostgresSettings settings) {
    this(settings, SILENCE);
  }

  /**
   * @param silence after how much of it the connection is asked whether it is still there
   */
  PostgresNudges(PostgresSettings settings, Duration silence) {
    this.source = Sessions.forListening(settings);
    this.silence = silence;
  }

  /**
   * {@inheritDoc}
   *
   * <p>It says that one came, too, when it has begun to listen: what came before was missed.
   */
  @Override
  public boolean await(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    try {
      Connection listening = connection;
      return listening == null ? listen(deadline) : hear(listening, deadline);
    } catch (SQLException e) {
      if (isClosed()) {
        return false;
      }
      throw lost(e);
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private boolean listen(long deadline) throws SQLException, InterruptedException {
    long now = System.nanoTime();
    long pause = Math.min(resume - now, deadline - now);
    if (closed.await(pause, TimeUnit.NANOSECONDS)) {
      return false;
    }
    if (resume - deadline > 0) {
      throw unavailable();
    }
    Connection made = source.getConnection();
    connection = made;
    try (Statement statement = made.createStatement()) {
      statement.execute(Statements.LISTEN);
    }
    if (isClosed()) {
      drop();
      return false;
    }
    if (reason != null) {
      LOG.info("nudges are heard again; they were not: {}", SqlErrors.of(reason).getMessage());
      reason = null;
    }
    failures = 0;
    heard = System.nanoTime();
    return true;
  }

  private boolean hear(Connection listening, long deadline)
      throws SQLException, InterruptedException {
    PGConnection notified = listening.unwrap(PGConnection.class);
    do {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      // At least 1 ms: nought is for ever.
      int read = (int) Math.clamp(left, 1, READ.toMillis());
      if (notified.getNotifications(read).length > 0) {
        heard = System.nanoTime();
        return true;
      }
      checkSilence(listening);
    } while (!isClosed() && System.nanoTime() < deadline);
    return false;
  }

  /** A peer that has vanished without a word is found by asking it. */
  private void checkSilence(Connection listening) throws SQLException {
    if (System.nanoTime() - heard > silence.toNanos()) {
      if (!listening.isValid((int) ANSWER.toSeconds())) {
        throw new SQLException("no answer", "08006");
      }
      heard = System.nanoTime();
    }
  }

  private StoreException.Unavailable lost(SQLException e) {
    drop();
    reason = e;
    Duration pause = BACKOFF.delay(++failures, ThreadLocalRandom.current().nextDouble());
    resume = System.nanoTime() + pause.toNanos();
    return unavailable();
  }

  private StoreException.Unavailable unavailable() {
    SQLException cause = Objects.requireNonNull(reason);
    return new StoreException.Unavailable(
        "nudges cannot be received: " + SqlErrors.of(cause).getMessage(), cause);
  }

  private void drop() {
    Connection dropped = connection;
    connection = null;
    if (dropped != null) {
      try {
        dropped.close();
      } catch (SQLException e) {
        LOG.debug("the connection for nudges was not closed well", e);
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
    drop();
  }
}
