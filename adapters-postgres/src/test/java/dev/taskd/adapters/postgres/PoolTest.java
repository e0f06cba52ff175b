package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.task.TaskQuery;
import dev.taskd.domain.task.TaskState;
import dev.taskd.testkit.StoreUnderTest;
import dev.taskd.testkit.TestJobs;
import dev.taskd.testkit.TestTasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads on few connections: nobody who has one waits for a second. */
class PoolTest {
  @RegisterExtension static final TestStore STORE = new TestStore();

  private static final int TASKS = 60;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void all_work_gets_done_on_a_pool_of(int size) throws Exception {
    STORE.test().empty();
    try (Database database = STORE.test().open(STORE.test().settings().withPoolSize(size));
        StoreUnderTest store = STORE.on(database, TestTasks::oneDelivery, 3);
        ExecutorService threads = Executors.newFixedThreadPool(16)) {
      List<Callable<Boolean>> work = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        work.add(() -> client(store));
        work.add(() -> worker(store));
      }

      for (Future<Boolean> one : threads.invokeAll(work)) {
        assertThat(one.get()).isTrue();
      }

      assertThat(store.jobReader().counts().pending()).isEqualTo(2 * 8 * (TASKS / 8));
      assertThat(store.taskReader().list(new TaskQuery(TaskState.SUCCEEDED, null, 1000, null)))
          .hasSize(8 * (TASKS / 8));
    }
  }

  private static boolean client(StoreUnderTest store) {
    for (int i = 0; i < TASKS / 8; i++) {
      store.tasks().submit(List.of(TestTasks.asked(TestTasks.RESIZE)));
      store.taskReader().list(new TaskQuery(null, null, 10, null));
      store.jobReader().counts();
    }
    return true;
  }

  private static boolean worker(StoreUnderTest store) {
    NodeId node = store.nodes().join();
    int done = 0;
    while (done < TASKS / 8) {
      List<ClaimedJob> claimed =
          store.jobs().claim(node, List.of(TestJobs.demand(1, TestTasks.SCALE)));
      store
          .jobs()
          .settle(
              node,
              claimed.stream()
                  .map(job -> TestJobs.settlement(job, new Verdict.Finished("1")))
                  .toList());
      done += claimed.size();
    }
    store.nodes().leave(node);
    return true;
  }
}
