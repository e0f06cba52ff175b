package dev.taskd.adapters.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The connections that do the work. Thread-safe.
 *
 * <p>A connection that was idle for half a second is tried before it is handed out. One that is
 * lost is made anew by the pool itself, which goes on trying while the server is away, every 5 s at
 * the most. Whoever asks meanwhile is told so at once.
 */
final class Pool implements AutoCloseable {
  /** How long an idle connection may take to answer when it is tried. */
  private static final Duration LONGEST_TRIAL = Duration.ofSeconds(2);

  private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(1);

  private final Reach reach;
  private final HikariDataSource source;
  private final AtomicLong renewed = new AtomicLong(System.nanoTime() - BETWEEN_RENEWALS.toNanos());

  /**
   * @param first a statement that every new connection runs first
   */
  Pool(PostgresSettings settings, @Nullable String first) {
    reach = new Reach(Sessions.forWork(settings));
    Duration patience = settings.connectTimeout();
    HikariConfig config = new HikariConfig();
    config.setPoolName("taskd");
    config.setDataSource(reach);
    config.setMaximumPoolSize(settings.poolSize());
    config.setConnectionTimeout(Math.max(250, patience.toMillis()));
    config.setValidationTimeout(Math.clamp(patience.toMillis() / 2, 250, LONGEST_TRIAL.toMillis()));
    config.setInitializationFailTimeout(-1);
    config.setConnectionInitSql(first);
    config.setExceptionOverride(new Losses());
    source = new HikariDataSource(config);
  }

  /**
   * A connection, to be closed after use. Waits for one while the server is there; if it is not to
   * be reached, that is said at once.
   */
  Connection take() throws SQLException {
    SQLException lost = reach.failure();
    if (lost != null && source.getHikariPoolMXBean().getIdleConnections() == 0) {
      throw new SQLException("the server is not to be reached", lost.getSQLState(), lost);
    }
    return source.getConnection();
  }

  /**
   * Makes all connections anew, once a second at most: they lead to a server that must not be asked
   * any more.
   */
  void renew() {
    long last = renewed.get();
    long now = System.nanoTime();
    if (now - last >= BETWEEN_RENEWALS.toNanos() && renewed.compareAndSet(last, now)) {
      source.getHikariPoolMXBean().softEvictConnections();
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
