package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Many requests at once that all wait for one thing. The build runs this class a second time with a
 * single carrier for all virtual threads: whatever pinned it would freeze the server.
 */
class CrowdTest {
  private static final int REQUESTS = 500;

  @Test
  void all_requests_that_share_one_connection_are_answered() throws Exception {
    var connection = new Semaphore(1);
    try (TestServer server = TestServer.start();
        var callers = Executors.newFixedThreadPool(50)) {
      server.tasks.does(() -> hold(connection));
      List<Callable<Integer>> requests = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        String path =
            i % 2 == 0 ? "/v1/tasks" : "/v1/tasks/" + "01890a5d-ac96-774b-bcce-b302099a8057";
        requests.add(() -> server.client.get(path).status());
      }

      List<Integer> statuses = new ArrayList<>();
      for (Future<Integer> answer : callers.invokeAll(requests, 60, TimeUnit.SECONDS)) {
        statuses.add(answer.get());
      }

      assertThat(statuses).hasSize(REQUESTS).allMatch(status -> status == 200 || status == 404);
    }
  }

  private static void hold(Semaphore connection) {
    connection.acquireUninterruptibly();
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connection.release();
    }
  }
}
