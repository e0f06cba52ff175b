package dev.taskd.adapters.postgres;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The way to the server as the pool's own thread takes it, and whether it leads there. Thread-safe.
 */
final class Reach implements DataSource {
  /** The pool doubles its pause from 10 ms to 5 s, and every node's pool does so alike. */
  private static final Duration LONGEST_JITTER = Duration.ofMillis(500);

  private final DataSource source;
  private volatile @Nullable SQLException failure;

  Reach(DataSource source) {
    this.source = source;
  }

  /** Why the last attempt did not reach the server; null if it did, or there was none. */
  @Nullable SQLException failure() {
    return failure;
  }

  @Override
  public Connection getConnection() throws SQLException {
    try {
      Connection made = source.getConnection();
      failure = null;
      return made;
    } catch (SQLException e) {
      failure = SqlErrors.isFull(e) ? null : e;
      pause();
      throw e;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(LONGEST_JITTER.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() throws SQLException {
    return source.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    source.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    source.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return source.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return source.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return source.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return source.isWrapperFor(type);
  }
}
