package dev.taskd.adapters.memory;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.RescueContract;
import dev.taskd.testkit.StoreUnderTest;

class MemoryRescueTest extends RescueContract {
  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return MemoryStores.empty(outbox, maxCrashes);
  }
}
