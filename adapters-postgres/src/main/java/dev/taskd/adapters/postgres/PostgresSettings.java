package dev.taskd.adapters.postgres;

import dev.taskd.domain.text.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to reach the database.
 *
 * @param url a JDBC URL, {@code jdbc:postgresql:…}
 * @param directUrl likewise, past a pooler that {@code url} leads to: for what needs a session of
 *     its own, which is to listen and to migrate. Null: {@code url}
 * @param user null where the URL or the server's rules name it
 * @param password null likewise
 * @param poolSize how many connections do the work; one more listens. Default 8
 * @param connectTimeout how long to wait for a connection, a free one of the pool included. Default
 *     5 s
 * @param statementTimeout how long one statement may take. Default 10 s
 * @param lockTimeout how long a statement waits for a row that another transaction holds. Default 2
 *     s
 */
public record PostgresSettings(
    String url,
    @Nullable String directUrl,
    @Nullable String user,
    @Nullable String password,
    int poolSize,
    Duration connectTimeout,
    Duration statementTimeout,
    Duration lockTimeout) {
  private static final String SCHEME = "jdbc:postgresql:";

  public PostgresSettings {
    checkScheme("url", url);
    checkScheme("direct url", directUrl == null ? url : directUrl);
    if (poolSize < 1) {
      throw new IllegalArgumentException("pool-size is below 1: " + poolSize);
    }
    checkPositive("connect timeout", connectTimeout);
    checkPositive("statement timeout", statementTimeout);
    checkPositive("lock timeout", lockTimeout);
  }

  /** The defaults for all but the way to the database. */
  public static PostgresSettings of(String url, @Nullable String user, @Nullable String password) {
    return new PostgresSettings(
        url,
        null,
        user,
        password,
        8,
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(2));
  }

  public PostgresSettings withDirectUrl(@Nullable String directUrl) {
    return new PostgresSettings(
        url, directUrl, user, password, poolSize, connectTimeout, statementTimeout, lockTimeout);
  }

  public PostgresSettings withPoolSize(int poolSize) {
    return new PostgresSettings(
        url, directUrl, user, password, poolSize, connectTimeout, statementTimeout, lockTimeout);
  }

  private static void checkScheme(String name, String url) {
    if (!url.startsWith(SCHEME)) {
      throw new IllegalArgumentException(name + " does not start with " + SCHEME);
    }
  }

  private static void checkPositive(String name, Duration value) {
    if (value.toMillis() < 1) {
      throw new IllegalArgumentException(name + " is below 1ms: " + DurationText.of(value));
    }
  }

  /** All but the secrets: no password, and nothing of the URL's parameters. */
  @Override
  public String toString() {
    return "PostgresSettings[url=%s, user=%s, poolSize=%d]"
        .formatted(url.replaceFirst("\\?.*", "?…"), user, poolSize);
  }
}
