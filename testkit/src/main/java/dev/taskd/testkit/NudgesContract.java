package dev.taskd.testkit;

import static dev.taskd.testkit.TestJobs.FINISHED;
import static dev.taskd.testkit.TestJobs.mail;
import static dev.taskd.testkit.TestJobs.mails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.task.Task;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a store wakes those who wait for due jobs. */
public abstract class NudgesContract extends StoreContract {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(100);

  /** The first wait may be what makes an adapter listen; and no nudge of before is left. */
  @BeforeEach
  void calmDown() throws InterruptedException {
    boolean came = true;
    while (came) {
      came = store.nudges().await(SHORT);
    }
  }

  @Test
  void await_is_over_at_its_timeout_when_nothing_comes() throws InterruptedException {
    long start = System.nanoTime();

    boolean came = store.nudges().await(SHORT);

    assertThat(came).isFalse();
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(90), Duration.ofSeconds(10));
    assertThat(store.nudges().await(Duration.ZERO)).isFalse();
  }

  @Test
  void await_sees_jobs_that_were_added_since_the_last_call() throws InterruptedException {
    store.jobs().add(mails(3));

    assertThat(store.nudges().await(LONG)).isTrue();
  }

  /** Whoever waits does not know of it, and would wait past its time. */
  @Test
  void await_sees_a_job_that_is_due_later() throws InterruptedException {
    add(mail(Priority.NORMAL, store.clock().instant().plus(Duration.ofHours(1))));

    assertThat(store.nudges().await(LONG)).isTrue();
  }

  @Test
  void await_sees_that_a_queue_was_paused_and_that_it_was_resumed() throws InterruptedException {
    Queue queue = new Queue("mails");

    store.queues().pause(queue);
    boolean ofPause = store.nudges().await(LONG);
    store.queues().resume(queue);
    boolean ofResume = store.nudges().await(LONG);

    assertThat(ofPause).isTrue();
    assertThat(ofResume).isTrue();
  }

  @Test
  void await_wakes_while_it_waits() throws Exception {
    FutureTask<Boolean> waiting = waiting();

    add(mail());

    assertThat(waiting.get(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void await_sees_a_submitted_task() throws InterruptedException {
    submit(TestTasks.asked(TestTasks.RESIZE));

    assertThat(store.nudges().await(LONG)).isTrue();
  }

  @Test
  void await_sees_what_a_verdict_makes_due_now_or_later() throws InterruptedException {
    for (Verdict verdict :
        List.of(
            TestJobs.RETRIED_NOW,
            TestJobs.SNOOZED_NOW,
            TestJobs.HANDED_BACK,
            TestJobs.RESCUED,
            TestJobs.retriedIn(Duration.ofHours(1)),
            new Verdict.Snoozed(Duration.ofHours(1)))) {
      add(mail());
      ClaimedJob job = claimOne();
      calmDown();

      settle(job, verdict);

      assertThat(store.nudges().await(LONG)).as(verdict.toString()).isTrue();
      claim().forEach(again -> settle(again, FINISHED));
    }
  }

  @Test
  void await_sees_the_job_of_the_next_step() throws InterruptedException {
    submit(TestTasks.asked(TestTasks.TRANSCODE));
    ClaimedJob probe = claimOne();
    calmDown();

    settle(probe, FINISHED);

    assertThat(store.nudges().await(LONG)).isTrue();
  }

  @Test
  void await_sees_the_jobs_that_tell_of_an_end() throws InterruptedException {
    Task task = submit(TestTasks.asked(TestTasks.APPROVAL));
    calmDown();

    store.tasks().complete(task.id(), "1");

    assertThat(store.nudges().await(LONG)).isTrue();
  }

  @Test
  void await_sees_an_operators_retry() throws InterruptedException {
    JobId id = add(mail()).getFirst();
    settle(claimOne(), TestJobs.BURIED);
    calmDown();

    store.jobs().retry(id, 3);

    assertThat(store.nudges().await(LONG)).isTrue();
  }

  @Test
  void many_nudges_are_few() throws InterruptedException {
    for (int i = 0; i < 200; i++) {
      add(mail());
    }

    int came = 0;
    while (store.nudges().await(SHORT)) {
      came++;
    }

    assertThat(came).isBetween(1, 20);
  }

  @Test
  void close_ends_a_wait() throws Exception {
    FutureTask<Boolean> waiting = waiting();

    store.nudges().close();

    assertThat(waiting.get(20, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void interrupt_ends_a_wait() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    FutureTask<Boolean> waiting = new FutureTask<>(() -> awaitFrom(started));
    Thread thread = Thread.ofPlatform().daemon().start(waiting);
    started.await();

    thread.interrupt();

    assertThatThrownBy(() -> waiting.get(20, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
  }

  /** A thread that begins to wait, or already does. */
  private FutureTask<Boolean> waiting() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    FutureTask<Boolean> waiting = new FutureTask<>(() -> awaitFrom(started));
    Thread.ofPlatform().daemon().start(waiting);
    started.await();
    return waiting;
  }

  private boolean awaitFrom(CountDownLatch started) throws InterruptedException {
    started.countDown();
    return store.nudges().await(Duration.ofHours(1));
  }
}
