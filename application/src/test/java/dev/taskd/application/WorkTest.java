package dev.taskd.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.TaskState;
import dev.taskd.domain.task.TaskType;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Jobs are claimed, run, timed, cancelled and drained. */
class WorkTest {
  private static final Outcome DONE = new Outcome.Done();
  private static final Duration LONG = Duration.ofSeconds(30);

  @Test
  void slow_queue_does_not_delay_another() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    try (Harness node =
        new Harness()
            .on(
                "slow",
                Harness.SLOW,
                LONG,
                run -> {
                  release.await();
                  return DONE;
                })
            .on("fast", run -> DONE)
            .start()) {
      List<JobId> slow = node.add("slow", 5, 200);
      Eventually.holds(() -> node.load(Harness.SLOW).busy() == 2, () -> "slow is not busy");

      List<JobId> fast = node.add("fast", 5, 100);

      fast.forEach(id -> node.await(id, JobState.DONE));
      assertThat(slow).noneMatch(id -> node.job(id).state() == JobState.DONE);
      assertThat(node.store.counts().running()).isLessThanOrEqualTo(2 + 4);
      release.countDown();
      slow.forEach(id -> node.await(id, JobState.DONE));
    }
  }

  @Test
  void concurrency_of_a_queue_is_its_limit() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (Harness node =
        new Harness()
            .workers(3, 10)
            .on(
                "work",
                run -> {
                  most.accumulateAndGet(now.incrementAndGet(), Math::max);
                  Thread.sleep(2);
                  now.decrementAndGet();
                  return DONE;
                })
            .start()) {
      node.add("work", 5, 100).forEach(id -> node.await(id, JobState.DONE));

      assertThat(most.get()).isEqualTo(3);
    }
  }

  @Test
  void run_is_interrupted_at_its_deadline_and_settled_as_a_timeout() {
    try (Harness node =
        new Harness()
            .on(
                "stuck",
                Queue.DEFAULT,
                Duration.ofMillis(50),
                run -> {
                  new CountDownLatch(1).await();
                  return DONE;
                })
            .start()) {
      Job dead = node.await(node.add("stuck", 2), JobState.DEAD);

      assertThat(dead.attempts()).isEqualTo(2);
      assertThat(dead.lastError()).isNotNull();
      assertThat(dead.lastError().kind()).isEqualTo(ErrorKind.TIMEOUT);
      assertThat(node.counts().panicked()).isZero();
    }
  }

  @Test
  void handler_that_ignores_its_interruption_is_given_up_and_its_worker_replaced() {
    CountDownLatch release = new CountDownLatch(1);
    try (Harness node =
        new Harness()
            .workers(1, 1)
            .on("deaf", Queue.DEFAULT, Duration.ofMillis(30), run -> deaf(release))
            .on("next", run -> DONE)
            .start()) {
      Job dead = node.await(node.add("deaf", 1), JobState.DEAD);
      node.await(node.add("next", 1), JobState.DONE);

      assertThat(dead.lastError()).isNotNull();
      assertThat(dead.lastError().kind()).isEqualTo(ErrorKind.TIMEOUT);
      release.countDown();
    }
  }

  @Test
  void handlers_that_ignore_their_interruption_cost_no_more_threads_than_there_are_workers() {
    CountDownLatch release = new CountDownLatch(1);
    try (Harness node =
        new Harness()
            .workers(1, 1)
            .patience(Duration.ofMillis(10))
            .on("deaf", Queue.DEFAULT, Duration.ofMillis(10), run -> deaf(release))
            .on("next", run -> DONE)
            .start()) {
      List<JobId> deaf = node.add("deaf", 1, 9);
      Eventually.holds(() -> !node.health.ailments().isEmpty(), () -> "still well");
      deaf.subList(0, 4).forEach(id -> node.await(id, JobState.DEAD));

      assertThat(node.running().pool().abandoned()).isEqualTo(4);
      assertThat(node.health.ailments())
          .containsExactly(
              "as many handlers as there are workers ignore their interruption: restart this"
                  + " process");
      assertThat(threads("worker-default")).isEqualTo(4);

      release.countDown();
      node.await(node.add("next", 1), JobState.DONE);
      Eventually.holds(() -> node.health.ailments().isEmpty(), () -> "not well again");
      assertThat(node.running().pool().abandoned()).isZero();
    }
  }

  @Test
  void paused_queue_starts_nothing_and_goes_on_when_it_is_resumed() throws Exception {
    CountDownLatch running = new CountDownLatch(4);
    CountDownLatch release = new CountDownLatch(1);
    try (Harness node =
        new Harness()
            .on(
                "work",
                run -> {
                  running.countDown();
                  release.await();
                  return DONE;
                })
            .on("other", Harness.SLOW, LONG, run -> DONE)
            .start()) {
      List<JobId> ids = node.add("work", 5, 50);
      assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

      node.store.pause(Queue.DEFAULT);
      Eventually.holds(() -> node.store.counts().running() == 4, () -> "still claimed");
      release.countDown();
      Eventually.holds(() -> node.store.counts().running() == 0, () -> "still running");
      node.await(node.add("other", 1), JobState.DONE);

      List<Job> jobs = ids.stream().map(node::job).toList();
      assertThat(jobs).filteredOn(job -> job.state() == JobState.DONE).hasSize(4);
      assertThat(jobs)
          .filteredOn(job -> job.state() == JobState.PENDING)
          .hasSize(46)
          .allSatisfy(job -> assertThat(job.attempts()).isZero());

      node.store.resume(Queue.DEFAULT);
      ids.forEach(id -> node.await(id, JobState.DONE));
    }
  }

  private static long threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(name))
        .count();
  }

  @Test
  void cancelled_task_has_its_handler_interrupted_and_wins_over_what_it_returns() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    try (Harness node =
        new Harness()
            .on(
                "step.long",
                run -> {
                  running.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException told) {
                    // It finishes all the same: that comes too late.
                  }
                  return new Outcome.Done("1");
                })
            .start()) {
      TaskId id = submit(node, new TaskType("long", List.of("long")));
      assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

      node.store.cancel(id);
      node.running().lookForCancelled();

      var task = node.watch.await(id, Duration.ofSeconds(10)).orElseThrow();
      assertThat(task.state()).isEqualTo(TaskState.CANCELLED);
      assertThat(task.result()).isNull();
    }
  }

  @Test
  void waiting_client_is_answered_as_soon_as_its_task_has_ended() throws Exception {
    try (Harness node =
        new Harness().on("step.echo", run -> new Outcome.Done(run.payload())).start()) {
      TaskId id = submit(node, new TaskType("echo", List.of("echo")));

      var task = node.watch.await(id, Duration.ofSeconds(10)).orElseThrow();

      assertThat(task.state()).isEqualTo(TaskState.SUCCEEDED);
      assertThat(task.result()).isEqualTo("{\"n\":1}");
    }
  }

  @Test
  void drain_hands_back_what_a_claim_under_way_brings() throws Exception {
    CountDownLatch claimed = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    Harness node =
        new Harness()
            .on("work", run -> DONE)
            .seenAs(
                store ->
                    (JobStore)
                        Proxy.newProxyInstance(
                            JobStore.class.getClassLoader(),
                            new Class<?>[] {JobStore.class},
                            (proxy, method, args) -> {
                              Object answered = method.invoke(store, args);
                              if (answered instanceof List<?> jobs
                                  && !jobs.isEmpty()
                                  && method.getName().equals("claim")) {
                                claimed.countDown();
                                answer.await();
                              }
                              return answered;
                            }));
    List<JobId> ids = node.add("work", 5, 3);
    node.start();
    assertThat(claimed.await(10, TimeUnit.SECONDS)).isTrue();

    Thread drain = Thread.ofPlatform().start(() -> node.drain(Duration.ofSeconds(10)));
    Eventually.holds(() -> drain.getState() == Thread.State.TIMED_WAITING, () -> "no drain");
    answer.countDown();
    drain.join();

    assertThat(ids)
        .map(node::job)
        .allSatisfy(
            job -> {
              assertThat(job.state()).isEqualTo(JobState.PENDING);
              assertThat(job.attempts()).isZero();
            });
  }

  @Test
  void drain_finishes_what_runs_and_hands_back_what_does_not() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Harness node =
        new Harness()
            .workers(1, 8)
            .on(
                "work",
                run -> {
                  running.countDown();
                  release.await();
                  return DONE;
                })
            .start();
    List<JobId> ids = node.add("work", 5, 5);
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
    Eventually.holds(() -> node.load(Queue.DEFAULT).waiting() == 4, () -> "not claimed");

    node.running().stopClaiming();
    release.countDown();
    List<ClaimedJob> cutOff = node.drain(Duration.ofSeconds(10));

    assertThat(cutOff).isEmpty();
    List<Job> jobs = ids.stream().map(node::job).toList();
    assertThat(jobs).filteredOn(job -> job.state() == JobState.DONE).hasSize(1);
    assertThat(jobs)
        .filteredOn(job -> job.state() != JobState.DONE)
        .hasSize(4)
        .allSatisfy(
            job -> {
              assertThat(job.state()).isEqualTo(JobState.PENDING);
              assertThat(job.attempts()).isZero();
            });
    assertThat(node.store.counts().running()).isZero();
  }

  @Test
  void drain_cuts_off_what_never_returns_and_names_it() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Harness node =
        new Harness()
            .patience(Duration.ofMinutes(1))
            .on(
                "deaf",
                run -> {
                  running.countDown();
                  return deaf(release);
                })
            .start();
    JobId id = node.add("deaf", 1);
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

    List<ClaimedJob> cutOff = node.drain(Duration.ofMillis(50));

    assertThat(cutOff).extracting(ClaimedJob::id).containsExactly(id);
    Job job = node.job(id);
    assertThat(job.state()).isEqualTo(JobState.PENDING);
    assertThat(job.attempts()).isEqualTo(1);
    assertThat(job.maxAttempts()).isEqualTo(2);
    assertThat(job.crashes()).isZero();
    release.countDown();
  }

  @Test
  void drained_node_leaves_no_thread_behind() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    Harness node = new Harness().on("work", run -> DONE).start();
    node.add("work", 1, 20).forEach(id -> node.await(id, JobState.DONE));
    List<Thread> started =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !before.contains(thread))
            .toList();

    node.drain(Duration.ofSeconds(10));

    assertThat(started).extracting(Thread::getName).contains("dispatcher", "settler");
    for (Thread thread : started) {
      assertThat(thread.join(Duration.ofSeconds(10))).as(thread.getName()).isTrue();
    }
  }

  @Test
  void topic_without_a_handler_stays_pending_and_is_named() {
    try (Harness node = new Harness().on("known", run -> DONE).start()) {
      JobId unknown = node.add("unknown", 5);
      node.await(node.add("known", 5), JobState.DONE);

      assertThat(node.job(unknown).state()).isEqualTo(JobState.PENDING);
      assertThat(node.job(unknown).attempts()).isZero();
      node.running().topics().turn();
      assertThat(node.running().topics().unhandled())
          .containsExactly(java.util.Map.entry("unknown", 1L));
    }
  }

  @Test
  void job_due_later_runs_when_it_is_due_and_not_a_poll_interval_later() {
    ConcurrentLinkedQueue<Instant> ran = new ConcurrentLinkedQueue<>();
    try (Harness node =
        new Harness()
            .on(
                "later",
                run -> {
                  ran.add(Instant.now());
                  return DONE;
                })
            .start()) {
      Instant due = Instant.now().plusMillis(300);
      JobId id =
          node.store
              .add(
                  List.of(
                      new NewJob(new Topic("later"), Priority.NORMAL, "{}", due, 5, null, null)))
              .getFirst();

      node.await(id, JobState.DONE);

      assertThat(ran).hasSize(1).first().satisfies(at -> assertThat(at).isAfterOrEqualTo(due));
    }
  }

  @Test
  void retries_are_a_backoff_apart_and_do_not_hold_up_good_work() {
    ConcurrentLinkedQueue<Instant> starts = new ConcurrentLinkedQueue<>();
    Duration base = Duration.ofMillis(100);
    try (Harness node =
        new Harness()
            .workers(1, 1)
            .backoff(base)
            .on(
                "bad",
                run -> {
                  starts.add(Instant.now());
                  return new Outcome.Retry("no");
                })
            .on("good", run -> DONE)
            .start()) {
      JobId bad = node.add("bad", 4);
      node.add("good", 4, 20).forEach(id -> node.await(id, JobState.DONE));
      node.await(bad, JobState.DEAD);

      List<Instant> at = List.copyOf(starts);
      assertThat(at).hasSize(4);
      for (int i = 1; i < at.size(); i++) {
        assertThat(Duration.between(at.get(i - 1), at.get(i)))
            .isGreaterThanOrEqualTo(base.dividedBy(2));
      }
    }
  }

  @Test
  void verdict_that_the_store_refuses_kills_its_job_and_no_other() {
    try (Harness node =
        new Harness()
            .on("step.bad", run -> new Outcome.Done("\"\0\""))
            .on("good", run -> DONE)
            .start()) {
      TaskId bad = submit(node, new TaskType("bad", List.of("bad")));
      List<JobId> good = node.add("good", 5, 30);

      good.forEach(id -> node.await(id, JobState.DONE));
      Eventually.holds(
          () -> node.store.find(bad).orElseThrow().state() == TaskState.FAILED,
          () -> "task is " + node.store.find(bad));
    }
  }

  private static TaskId submit(Harness node, TaskType type) {
    TaskId id = TaskId.create(InstantSource.system(), ThreadLocalRandom.current());
    node.store.submit(
        List.of(new NewTask(id, type, "{\"n\":1}", Priority.NORMAL, null, 3, null, null)));
    return id;
  }

  private static Outcome deaf(CountDownLatch release) {
    boolean released = false;
    while (!released) {
      try {
        release.await();
        released = true;
      } catch (InterruptedException ignored) {
        // The mistake under test.
      }
    }
    return DONE;
  }
}
