package dev.taskd.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Handler;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.job.PermanentFailure;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.port.JobStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One job's failure stops at that job. */
class PanicTest {
  private static final Outcome DONE = new Outcome.Done();

  static List<Arguments> panics() {
    return Map.<String, Handler>of(
            "dereferences null", run -> new Outcome.Done(nothing().trim()),
            "overflows the stack", run -> deeper(0),
            "throws an Error", run -> raise(new Error("broken")),
            "throws a LinkageError", run -> raise(new NoClassDefFoundError("gone")),
            "throws an AssertionError", run -> raise(new AssertionError("never")),
            "throws what throws in getMessage", run -> raise(new Hostile()),
            "returns null", run -> nullOutcome(),
            "throws in a cycle of causes", run -> raise(cycle()))
        .entrySet()
        .stream()
        .map(each -> Arguments.of(each.getKey(), each.getValue()))
        .toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("panics")
  void job_that_panics_dies_at_its_limit_and_others_finish(String name, Handler handler) {
    try (Harness node = new Harness().on("bad", handler).on("good", run -> DONE).start()) {
      JobId bad = node.add("bad", 3);
      List<JobId> good = node.add("good", 3, 50);

      Job dead = node.await(bad, JobState.DEAD);

      assertThat(dead.attempts()).isEqualTo(3);
      assertThat(dead.lastError()).isNotNull();
      assertThat(dead.lastError().kind()).isEqualTo(ErrorKind.PANIC);
      good.forEach(id -> node.await(id, JobState.DONE));
      assertThat(node.counts().panicked()).isEqualTo(3);
      assertThat(node.counts().retried()).isEqualTo(2);
      assertThat(node.counts().buried()).isEqualTo(1);
      assertThat(node.health.ailments()).isEmpty();
    }
  }

  @Test
  void workers_stay_as_many_as_they_were_after_any_number_of_panics() {
    try (Harness node =
        new Harness().workers(2, 4).on("bad", run -> deeper(0)).on("good", run -> DONE).start()) {
      List<JobId> bad = node.add("bad", 1, 100);
      bad.forEach(id -> node.await(id, JobState.DEAD));

      List<JobId> good = node.add("good", 1, 100);

      good.forEach(id -> node.await(id, JobState.DONE));
      assertThat(node.load(Queue.DEFAULT).busy()).isZero();
    }
  }

  @Test
  void fault_of_a_loop_is_counted_and_the_loop_goes_on() {
    try (Harness node =
        new Harness().seenAs(PanicTest::fallingOnce).on("good", run -> DONE).start()) {
      node.await(node.add("good", 1), JobState.DONE);

      assertThat(node.counts().escaped()).isEqualTo(1);
      assertThat(node.counts().panicked()).isZero();
    }
  }

  /** The first claim is a fault that no store is meant to have. */
  private static JobStore fallingOnce(JobStore store) {
    AtomicBoolean fallen = new AtomicBoolean();
    return (JobStore)
        Proxy.newProxyInstance(
            JobStore.class.getClassLoader(),
            new Class<?>[] {JobStore.class},
            (proxy, method, args) -> {
              if (method.getName().equals("claim") && fallen.compareAndSet(false, true)) {
                throw new LinkageError("test");
              }
              try {
                return method.invoke(store, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void node_is_unhealthy_after_memory_ran_out_however_wrapped() {
    try (Harness node =
        new Harness()
            .on("bad", run -> raise(new IllegalStateException(new OutOfMemoryError("test"))))
            .start()) {
      node.await(node.add("bad", 1), JobState.DEAD);

      assertThat(node.health.ailments()).containsExactly("memory ran out");
    }
  }

  @Test
  void permanent_failure_kills_at_once_through_any_wrapping() {
    AtomicInteger runs = new AtomicInteger();
    try (Harness node =
        new Harness()
            .on(
                "bad",
                run -> {
                  runs.incrementAndGet();
                  throw new ExecutionException(
                      new IllegalStateException(new PermanentFailure("no such customer")));
                })
            .start()) {
      Job dead = node.await(node.add("bad", 5), JobState.DEAD);

      assertThat(runs).hasValue(1);
      assertThat(dead.lastError()).isNotNull();
      assertThat(dead.lastError().kind()).isEqualTo(ErrorKind.PERMANENT);
      assertThat(dead.lastError().message().value()).isEqualTo("no such customer");
      assertThat(node.counts().panicked()).isZero();
    }
  }

  @Test
  void checked_exception_and_returned_retry_end_exhausted() {
    try (Harness node =
        new Harness()
            .on(
                "checked",
                run -> {
                  throw new java.io.IOException("disk");
                })
            .on("retry", run -> new Outcome.Retry("busy"))
            .start()) {
      for (String topic : List.of("checked", "retry")) {
        Job dead = node.await(node.add(topic, 2), JobState.DEAD);

        assertThat(dead.attempts()).isEqualTo(2);
        assertThat(dead.lastError()).isNotNull();
        assertThat(dead.lastError().kind()).isEqualTo(ErrorKind.EXHAUSTED);
      }
      assertThat(node.counts().panicked()).isZero();
    }
  }

  @Test
  @SuppressWarnings("ThreadPriorityCheck")
  void next_job_finds_a_clean_thread() {
    ThreadLocal<String> left = new ThreadLocal<>();
    Map<String, Object> seen = new java.util.concurrent.ConcurrentHashMap<>();
    try (Harness node =
        new Harness()
            .workers(1, 1)
            .on(
                "messy",
                run -> {
                  Thread thread = Thread.currentThread();
                  left.set("left behind");
                  org.slf4j.MDC.put("tenant", "left behind");
                  thread.interrupt();
                  thread.setName("renamed");
                  thread.setPriority(Thread.MIN_PRIORITY);
                  thread.setContextClassLoader(new ClassLoader("foreign", null) {});
                  return deeper(0);
                })
            .on(
                "next",
                run -> {
                  Thread thread = Thread.currentThread();
                  seen.put("local", String.valueOf(left.get()));
                  seen.put("mdc", org.slf4j.MDC.getCopyOfContextMap());
                  seen.put("interrupted", thread.isInterrupted());
                  seen.put("name", thread.getName());
                  seen.put("priority", thread.getPriority());
                  seen.put("loader", String.valueOf(thread.getContextClassLoader().getName()));
                  return DONE;
                })
            .start()) {
      node.await(node.add("messy", 1), JobState.DEAD);
      JobId next = node.add("next", 1);
      node.await(next, JobState.DONE);

      assertThat(seen)
          .containsEntry("local", "null")
          .containsEntry("mdc", Map.of("job", next.toString()))
          .containsEntry("interrupted", false)
          .containsEntry("name", "worker-default-1")
          .containsEntry("priority", Thread.NORM_PRIORITY)
          .doesNotContainEntry("loader", "foreign");
    }
  }

  private static Outcome raise(Throwable error) throws Exception {
    if (error instanceof Error fatal) {
      throw fatal;
    }
    throw (Exception) error;
  }

  private static Exception cycle() {
    RuntimeException inner = new IllegalStateException("inner");
    RuntimeException outer = new IllegalStateException("outer", inner);
    inner.initCause(outer);
    return outer;
  }

  private static @Nullable String nullable() {
    return null;
  }

  @SuppressWarnings("NullAway") // the mistake under test
  private static String nothing() {
    return nullable();
  }

  @SuppressWarnings("NullAway") // the mistake under test
  private static Outcome nullOutcome() {
    return null;
  }

  @SuppressWarnings("InfiniteRecursion") // the mistake under test
  private static Outcome deeper(int depth) {
    Outcome outcome = deeper(depth + 1);
    return outcome == null ? DONE : outcome;
  }

  private static final class Hostile extends RuntimeException {
    @Override
    public String getMessage() {
      throw new StackOverflowError();
    }
  }
}
