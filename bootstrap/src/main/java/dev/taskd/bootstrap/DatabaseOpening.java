package dev.taskd.bootstrap;

import dev.taskd.adapters.postgres.Database;
import dev.taskd.adapters.postgres.PostgresSettings;
import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.port.StoreException;
import java.time.Duration;
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
   * Tries again, with backoff and for 5 minutes at most, while the server is not to be reached; a
   * refusal that waiting will not mend is thrown at once.
   */
  static Database of(PostgresSettings settings) throws InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    for (int attempt = 1; ; attempt++) {
      try {
        return Database.open(settings);
      } catch (StoreException.Unavailable e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        Duration wait = BACKOFF.delay(attempt, ThreadLocalRandom.current().nextDouble());
        log.atWarn()
            .addKeyValue("again_in", wait)
            .log("the database is not there yet: {}", e.getMessage());
        Thread.sleep(wait);
      }
    }
  }
}
