package dev.taskd.adapters.memory;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.StoreUnderTest;
import dev.taskd.testkit.TaskProgressContract;

class MemoryTaskProgressTest extends TaskProgressContract {
  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return MemoryStores.empty(outbox, maxCrashes);
  }
}
