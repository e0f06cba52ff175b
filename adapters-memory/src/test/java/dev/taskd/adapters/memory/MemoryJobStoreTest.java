package dev.taskd.adapters.memory;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.JobStoreContract;
import dev.taskd.testkit.StoreUnderTest;

class MemoryJobStoreTest extends JobStoreContract {
  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return MemoryStores.empty(outbox, maxCrashes);
  }
}
