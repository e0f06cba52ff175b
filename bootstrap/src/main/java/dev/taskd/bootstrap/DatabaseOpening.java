package dev.taskd.bootstrap;

import dev.taskd.adapters.http.HealthRoutes;
import dev.taskd.adapters.http.HttpServer;
import dev.taskd.adapters.http.HttpSettings;
import dev.taskd.adapters.http.OpeningRoutes;
import dev.taskd.adapters.postgres.Database;
import dev.taskd.adapters.postgres.PostgresSettings;
import dev.taskd.application.health.Health;
import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.text.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens a database that may not be there yet. */
final class DatabaseOpening {
  private static final Logger log = LoggerFactory.getLogger(DatabaseOpening.class);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));

  private DatabaseOpening() {}

  /**
   * Tries again, with backoff and for 5 minutes at most, while the server is not to be reached;
   * what waiting will not mend is thrown at once. Meanwhile the node says that it is alive and not
   * ready, and its API that the store is unavailable.
   */
  static Database of(PostgresSettings settings, HttpSettings http, Health health)
      throws InterruptedException {
    try {
      return Database.open(settings);
    } catch (StoreException.Unavailable e) {
      var waiting =
          new HttpServer(http, health, List.of(new HealthRoutes(health), new OpeningRoutes()));
      waiting.start();
      try {
        return again(settings, e);
      } finally {
        waiting.stop(Duration.ofSeconds(1));
      }
    }
  }

  private static Database again(PostgresSettings settings, StoreException.Unavailable first)
      throws InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    StoreException.Unavailable last = first;
    for (int attempt = 1; System.nanoTime() < end; attempt++) {
      Duration wait = BACKOFF.delay(attempt, ThreadLocalRandom.current().nextDouble());
      log.atWarn()
          .addKeyValue("again_in", DurationText.of(wait))
          .log("the database is not there yet: {}", last.getMessage());
      Thread.sleep(wait);
      try {
        return Database.open(settings);
      } catch (StoreException.Unavailable e) {
        last = e;
      }
    }
    throw last;
  }
}
