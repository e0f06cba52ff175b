package dev.taskd.adapters.postgres;

import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** The sorts of connection that taskd makes, each with its limits. */
final class Sessions {
  /** No statement of a migration may take longer, a wait for another node's included. */
  private static final Duration LONGEST_MIGRATION = Duration.ofMinutes(10);

  /** What a server needs to notice by itself that a statement has run out of time. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final Duration VACUUM = Duration.ofMinutes(1);

  /**
   * Plans are made once for each connection: to plan a claim takes longer than an empty claim. A
   * plan that was made while the tables were small must then be good when they are large, so it may
   * only walk indexes, which is what every statement here is made for. (A planner without a choice
   * calls a plan dear, and would compile it: hence jit.)
   */
  private static final String PLANS =
      "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off"
          + " -c jit=off";

  private Sessions() {}

  /** For the pool: every statement, every lock and every pause in a transaction is limited. */
  static DataSource forWork(PostgresSettings settings) {
    return limited(
        plain(settings, settings.url(), "taskd"),
        settings.statementTimeout(),
        (PLANS + " -c lock_timeout=%d -c idle_in_transaction_session_timeout=%d")
            .formatted(
                settings.lockTimeout().toMillis(),
                settings.statementTimeout().plus(GRACE).toMillis()));
  }

  /** For migrations, which may take long, but not for ever. */
  static DataSource forMigrations(PostgresSettings settings) {
    return limited(plain(settings, direct(settings), "taskd migrations"), LONGEST_MIGRATION, "");
  }

  /** For the one connection that listens; the wait for a nudge has a limit of its own. */
  static DataSource forListening(PostgresSettings settings) {
    return limited(
        plain(settings, direct(settings), "taskd nudges"), settings.statementTimeout(), "");
  }

  /** For vacuums, which may take a minute. */
  static DataSource forVacuum(PostgresSettings settings) {
    return limited(plain(settings, direct(settings), "taskd vacuum"), VACUUM, "");
  }

  private static String direct(PostgresSettings settings) {
    return settings.directUrl() == null ? settings.url() : settings.directUrl();
  }

  /** Limits every statement: at the server, and here in case the server is never heard again. */
  private static DataSource limited(
      PGSimpleDataSource source, Duration statementTimeout, String options) {
    source.setSocketTimeout(seconds(statementTimeout.plus(GRACE)));
    source.setOptions(
        joined(
            "-c statement_timeout=%d %s".formatted(statementTimeout.toMillis(), options),
            source.getOptions()));
    return source;
  }

  private static PGSimpleDataSource plain(PostgresSettings settings, String url, String name) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(url);
    if (settings.user() != null) {
      source.setUser(settings.user());
    }
    if (settings.password() != null) {
      source.setPassword(settings.password());
    }
    source.setApplicationName(name);
    source.setConnectTimeout(seconds(settings.connectTimeout()));
    source.setLoginTimeout(seconds(settings.connectTimeout()));
    source.setTcpKeepAlive(true);
    // The detail of an error quotes the values of the row.
    source.setLogServerErrorDetail(false);
    return source;
  }

  /** What the URL says comes last, so that it wins. */
  private static String joined(String own, @Nullable String fromUrl) {
    return fromUrl == null ? own : own + " " + fromUrl;
  }

  private static int seconds(Duration duration) {
    return Math.clamp(duration.plusMillis(999).toSeconds(), 1, Integer.MAX_VALUE);
  }
}
