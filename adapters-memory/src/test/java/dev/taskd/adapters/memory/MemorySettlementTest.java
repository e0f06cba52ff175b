package dev.taskd.adapters.memory;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.SettlementContract;
import dev.taskd.testkit.StoreUnderTest;

class MemorySettlementTest extends SettlementContract {
  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return MemoryStores.empty(outbox, maxCrashes);
  }
}
