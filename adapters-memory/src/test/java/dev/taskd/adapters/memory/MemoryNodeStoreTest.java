package dev.taskd.adapters.memory;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.NodeStoreContract;
import dev.taskd.testkit.StoreUnderTest;

class MemoryNodeStoreTest extends NodeStoreContract {
  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return MemoryStores.empty(outbox, maxCrashes);
  }
}
