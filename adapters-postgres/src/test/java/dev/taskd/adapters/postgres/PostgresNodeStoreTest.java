package dev.taskd.adapters.postgres;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.NodeStoreContract;
import dev.taskd.testkit.StoreUnderTest;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresNodeStoreTest extends NodeStoreContract {
  @RegisterExtension static final TestStore STORE = new TestStore();

  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return STORE.empty(outbox, maxCrashes);
  }
}
