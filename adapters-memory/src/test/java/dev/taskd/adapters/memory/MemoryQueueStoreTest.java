package dev.taskd.adapters.memory;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.QueueStoreContract;
import dev.taskd.testkit.StoreUnderTest;

class MemoryQueueStoreTest extends QueueStoreContract {
  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return MemoryStores.empty(outbox, maxCrashes);
  }
}
