package dev.taskd.adapters.memory;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.HousekeepingContract;
import dev.taskd.testkit.StoreUnderTest;

class MemoryHousekeepingTest extends HousekeepingContract {
  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return MemoryStores.empty(outbox, maxCrashes);
  }
}
