package dev.taskd.adapters.memory;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.StoreUnderTest;
import dev.taskd.testkit.TaskReaderContract;

class MemoryTaskReaderTest extends TaskReaderContract {
  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return MemoryStores.empty(outbox, maxCrashes);
  }
}
