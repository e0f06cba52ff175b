package dev.taskd.adapters.postgres;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.StoreRaceContract;
import dev.taskd.testkit.StoreUnderTest;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresStoreRaceTest extends StoreRaceContract {
  /** A connection for each thread, so that none waits for one longer than it may. */
  @RegisterExtension static final TestStore STORE = new TestStore(24);

  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return STORE.empty(outbox, maxCrashes);
  }
}
