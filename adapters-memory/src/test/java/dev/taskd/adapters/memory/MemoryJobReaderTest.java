package dev.taskd.adapters.memory;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.JobReaderContract;
import dev.taskd.testkit.StoreUnderTest;

class MemoryJobReaderTest extends JobReaderContract {
  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return MemoryStores.empty(outbox, maxCrashes);
  }
}
