package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.StoreException.Unavailable;
import dev.taskd.testkit.StoreUnderTest;
import dev.taskd.testkit.TcpProxy;
import dev.taskd.testkit.TestJobs;
import dev.taskd.testkit.TestTasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * All connections are cut again and again, at any moment, and everything that failed is repeated.
 */
class CutTest {
  @RegisterExtension static final TestStore STORE = new TestStore();

  private static final int WORKERS = 4;
  private static final int BATCH = 10;

  private final AtomicInteger failures = new AtomicInteger();

  @Test
  void everything_is_recorded_once_however_often_the_connections_are_cut() throws Exception {
    play(new Random().nextLong(), 400, 20);
  }

  @Test
  @Tag("long")
  void everything_is_recorded_once_over_hundreds_of_cuts() throws Exception {
    for (int round = 0; round < 10; round++) {
      play(new Random().nextLong(), 2_000, 60);
    }
  }

  /**
   * Half of the work are tasks, whose outcomes are transactions; the other half single statements.
   */
  private void play(long seed, int jobs, int cuts) throws Exception {
    System.out.println("CutTest: seed " + seed);
    STORE.test().empty();
    try (TcpProxy proxy = STORE.test().proxy();
        Database database = STORE.test().open(STORE.test().settings(proxy));
        StoreUnderTest store = STORE.on(database, TestTasks::oneDelivery, 3);
        ExecutorService threads = Executors.newFixedThreadPool(WORKERS)) {
      IntStream.range(0, jobs / 2)
          .forEach(i -> store.tasks().submit(List.of(TestTasks.asked(TestTasks.RESIZE))));
      store.jobs().add(TestJobs.mails(jobs / 2));
      AtomicInteger left = new AtomicInteger(jobs);
      List<Callable<Boolean>> workers =
          IntStream.range(0, WORKERS).mapToObj(i -> worker(store, left)).toList();

      List<Future<Boolean>> working = workers.stream().map(threads::submit).toList();
      cut(proxy, new Random(seed), cuts, left);
      for (Future<Boolean> one : working) {
        one.get(2, TimeUnit.MINUTES);
      }

      assertThat(failures).hasPositiveValue();
      assertThat(store.jobReader().counts().done()).isEqualTo(jobs);
      assertThat(store.jobReader().counts().running()).isZero();
      assertThat(STORE.test().ask("select id from finished group by id having count(*) > 1"))
          .isEmpty();
      assertThat(STORE.test().ask("select attempt from finished where attempt > 1")).isEmpty();
      assertThat(STORE.test().ask("select state from task group by 1")).hasSize(1);
      assertThat(STORE.test().ask("select count(*) from job where topic = 'task.completed'"))
          .containsExactly(String.valueOf(jobs / 2));
    }
  }

  private static void cut(TcpProxy proxy, Random random, int cuts, AtomicInteger left)
      throws InterruptedException {
    for (int i = 0; i < cuts && left.get() > 0; i++) {
      TimeUnit.MILLISECONDS.sleep(5 + random.nextInt(60));
      proxy.cut();
    }
  }

  /** What a node does: claims, finds what a lost reply held, and settles until it is told so. */
  private Callable<Boolean> worker(StoreUnderTest store, AtomicInteger left) {
    return () -> {
      NodeId node = again(store.nodes()::join);
      while (left.get() > 0) {
        try {
          store.jobs().claim(node, List.of(TestJobs.demand(BATCH, TestJobs.MAIL, TestTasks.SCALE)));
        } catch (Unavailable e) {
          failures.incrementAndGet();
        }
        List<ClaimedJob> held = again(() -> store.jobs().held(node, null, 1000));
        List<Settlement> batch = new ArrayList<>();
        held.forEach(job -> batch.add(TestJobs.settlement(job, new Verdict.Finished("1"))));
        if (!batch.isEmpty()) {
          assertThat(again(() -> store.jobs().settle(node, batch))).as("stale").isEmpty();
          left.addAndGet(-batch.size());
        }
      }
      return true;
    };
  }

  private <T> T again(Supplier<T> act) {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (true) {
      try {
        return act.get();
      } catch (Unavailable e) {
        failures.incrementAndGet();
        assertThat(System.nanoTime()).isLessThan(end);
      }
    }
  }
}
