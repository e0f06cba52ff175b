package dev.taskd.adapters.memory;

import dev.taskd.domain.task.Outbox;
import dev.taskd.domain.task.TaskFlow;
import dev.taskd.testkit.ManualClock;
import dev.taskd.testkit.StoreUnderTest;

/** Stores in memory for the contracts; their clock stands still, so that all times are equal. */
final class MemoryStores {
  private MemoryStores() {}

  static StoreUnderTest empty(Outbox outbox, int maxCrashes) {
    ManualClock clock = new ManualClock();
    MemoryStore store = new MemoryStore(new TaskFlow(outbox), maxCrashes, clock);
    return new StoreUnderTest(
        store, store, store, store, store, store, store, new MemoryNudges(store), clock, () -> {});
  }
}
