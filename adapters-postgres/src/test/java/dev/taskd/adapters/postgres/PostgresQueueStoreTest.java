package dev.taskd.adapters.postgres;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.QueueStoreContract;
import dev.taskd.testkit.StoreUnderTest;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresQueueStoreTest extends QueueStoreContract {
  @RegisterExtension static final TestStore STORE = new TestStore();

  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return STORE.empty(outbox, maxCrashes);
  }
}
