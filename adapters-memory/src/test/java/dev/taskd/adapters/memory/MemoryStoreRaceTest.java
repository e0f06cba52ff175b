package dev.taskd.adapters.memory;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.StoreRaceContract;
import dev.taskd.testkit.StoreUnderTest;

class MemoryStoreRaceTest extends StoreRaceContract {
  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return MemoryStores.empty(outbox, maxCrashes);
  }
}
