package dev.taskd.adapters.postgres;

import dev.taskd.domain.port.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * A database with the schema of this version, and the pool of connections to it. Thread-safe.
 *
 * <p>No work takes a second connection while it has one, so any number of threads can share a pool
 * of one.
 */
public final class Database implements AutoCloseable {
  private static final int OLDEST_SERVER = 14;

  /** jOOQ's own log would show what is stored. */
  private static final Settings QUIET = new Settings().withExecuteLogging(false);

  private final Pool pool;

  private Database(Pool pool) {
    this.pool = pool;
  }

  /** What is done with a connection. */
  @FunctionalInterface
  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  /**
   * Connects, and brings the schema up to this version.
   *
   * @throws StoreException.Unavailable if the server is not to be reached just now
   * @throws StoreException.Rejected if waiting will not help: wrong user or password, no such
   *     database or right, a server that is too old, another encoding than UTF8, a schema that is
   *     newer than this version
   */
  public static Database open(PostgresSettings settings) {
    return open(settings, null);
  }

  /**
   * @param first a statement that every new connection runs first
   */
  static Database open(PostgresSettings settings, @Nullable String first) {
    DataSource migrations = Sessions.forMigrations(settings);
    try (Connection connection = migrations.getConnection()) {
      checkVersion(connection.getMetaData().getDatabaseMajorVersion());
      checkEncoding(String.valueOf(sql(connection).fetchValue("show server_encoding")));
    } catch (SQLException | DataAccessException e) {
      throw SqlErrors.ofOpening(e);
    }
    Schema.migrate(migrations);
    return new Database(new Pool(settings, first));
  }

  private static void checkVersion(int version) {
    if (version < OLDEST_SERVER) {
      throw new StoreException.Rejected(
          "the server is too old: taskd needs PostgreSQL " + OLDEST_SERVER,
          new IllegalStateException("PostgreSQL " + version));
    }
  }

  /** Any other cannot keep every text, and would say so only when one comes. */
  private static void checkEncoding(String encoding) {
    if (!encoding.equals("UTF8")) {
      throw new StoreException.Rejected(
          "the database's encoding is %s, taskd needs UTF8: make one with encoding 'UTF8'"
              .formatted(encoding),
          new IllegalStateException("encoding " + encoding));
    }
  }

  /** Runs statements each of which is a transaction of its own. */
  <T> T run(Work<T> work) {
    try (Connection connection = pool.take()) {
      return work.run(connection);
    } catch (SQLException | DataAccessException e) {
      if (SqlErrors.isReadOnly(e)) {
        pool.renew();
      }
      throw SqlErrors.of(e);
    }
  }

  /** Runs statements as one transaction, which is rolled back if anything is thrown. */
  <T> T transact(Work<T> work) {
    return run(
        connection -> {
          connection.setAutoCommit(false);
          try {
            T result = work.run(connection);
            connection.commit();
            return result;
          } catch (Throwable e) {
            rollBack(connection, e);
            throw e;
          }
        });
  }

  private static void rollBack(Connection connection, Throwable reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  /** The typed way to make statements. */
  static DSLContext sql(Connection connection) {
    return DSL.using(connection, SQLDialect.POSTGRES, QUIET);
  }

  /** The time of the transaction, by the database's clock. */
  static Instant now(Connection connection) {
    return sql(connection).select(DSL.currentInstant()).fetchSingle().value1();
  }

  /** Closes the connections; work under way fails. */
  @Override
  public void close() {
    pool.close();
  }
}
