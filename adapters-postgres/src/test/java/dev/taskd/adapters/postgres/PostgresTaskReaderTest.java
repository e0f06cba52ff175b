package dev.taskd.adapters.postgres;

import dev.taskd.domain.task.Outbox;
import dev.taskd.testkit.StoreUnderTest;
import dev.taskd.testkit.TaskReaderContract;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresTaskReaderTest extends TaskReaderContract {
  @RegisterExtension static final TestStore STORE = new TestStore();

  @Override
  public StoreUnderTest emptyStore(Outbox outbox, int maxCrashes) {
    return STORE.empty(outbox, maxCrashes);
  }
}
