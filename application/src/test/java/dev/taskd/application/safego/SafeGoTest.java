package dev.taskd.application.safego;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SafeGoTest {
  private final Queue<Throwable> seen = new ConcurrentLinkedQueue<>();
  private final TaskGroup group = new TaskGroup(seen::add);

  @AfterEach
  void nothingIsLeft() throws InterruptedException {
    group.stop();
    group.interrupt();
    assertThat(group.await(Duration.ofSeconds(10))).isTrue();
    assertThat(group.names()).isEmpty();
  }

  static List<Throwable> everySort() {
    return List.of(
        new IllegalStateException("plain"),
        new Exception("checked"),
        new StackOverflowError(),
        new OutOfMemoryError("test"),
        new LinkageError("test"),
        new AssertionError("test"),
        new ThrowsInGetMessage());
  }

  @ParameterizedTest
  @MethodSource("everySort")
  void call_turns_whatever_is_thrown_into_a_value(Throwable error) {
    Attempt<String> attempt =
        SafeGo.call(
            "work",
            () -> {
              throw sneaky(error);
            });

    assertThat(attempt).isEqualTo(new Attempt.Caught<String>("work", error));
    assertThat(Trace.of(error)).contains(error.getClass().getName()).contains("SafeGoTest");
  }

  @Test
  void abandoned_thread_is_not_waited_for_and_its_end_changes_nothing() throws Exception {
    var threads = new ArrayBlockingQueue<Thread>(1);
    var release = new CountDownLatch(1);
    SafeGo.go(
        group,
        "stuck",
        () -> {
          threads.add(Thread.currentThread());
          release.await();
        });
    Thread stuck = threads.take();

    group.abandon(stuck);
    assertThat(group.await(Duration.ZERO)).isTrue();
    SafeGo.go(group, "other", () -> new CountDownLatch(1).await());
    release.countDown();
    stuck.join();

    assertThat(group.await(Duration.ZERO)).isFalse();
  }

  @Test
  void call_gives_back_what_was_returned() {
    assertThat(SafeGo.call("work", () -> 7)).isEqualTo(new Attempt.Returned<>(7));
  }

  @Test
  void call_keeps_the_meaning_of_an_interruption() {
    Attempt<Void> attempt =
        SafeGo.call(
            "work",
            () -> {
              throw new InterruptedException();
            });

    assertThat(attempt).isInstanceOf(Attempt.Caught.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void call_survives_a_handler_that_dereferences_null_and_one_that_never_ends_its_recursion() {
    assertThat(SafeGo.call("null", () -> nothing().length())).isInstanceOf(Attempt.Caught.class);
    assertThat(SafeGo.call("deep", () -> deeper(0)))
        .extracting(attempt -> ((Attempt.Caught<Integer>) attempt).cause())
        .isInstanceOf(StackOverflowError.class);
  }

  @Test
  void trace_names_the_place_and_every_cause_and_ends_in_a_cycle() {
    Exception inner = new Exception("inner");
    Exception outer = new Exception("outer", inner);
    inner.initCause(outer);

    String trace = Trace.of(outer);

    assertThat(trace).containsSubsequence("outer", "SafeGoTest", "caused by", "inner");
    assertThat(trace.split("caused by", -1)).hasSize(2);
  }

  @Test
  void trace_says_so_when_the_jvm_left_the_stack_out() {
    Exception bare = new Exception("bare");
    bare.setStackTrace(new StackTraceElement[0]);

    assertThat(Trace.of(bare)).contains("-XX:-OmitStackTraceInFastThrow");
  }

  @ParameterizedTest
  @MethodSource("everySort")
  void keep_starts_a_fallen_loop_again(Throwable error) throws Exception {
    AtomicInteger turns = new AtomicInteger();
    CountDownLatch again = new CountDownLatch(1);

    SafeGo.keep(
        group,
        "loop",
        () -> {
          if (turns.incrementAndGet() == 1) {
            throw sneaky(error);
          }
          again.countDown();
          return Next.END;
        });

    assertThat(again.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(seen).containsExactly(error);
  }

  @Test
  void keep_survives_a_witness_that_throws() throws Exception {
    TaskGroup hostile =
        new TaskGroup(
            error -> {
              throw new IllegalStateException("witness");
            });
    CountDownLatch again = new CountDownLatch(2);

    SafeGo.keep(
        hostile,
        "loop",
        () -> {
          again.countDown();
          if (again.getCount() > 0) {
            throw new IllegalStateException("loop");
          }
          return Next.END;
        });

    assertThat(again.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(hostile.await(Duration.ofSeconds(10))).isTrue();
  }

  @Test
  void keep_goes_on_on_a_fresh_thread_when_a_turn_says_so() throws Exception {
    Queue<Thread> threads = new ConcurrentLinkedQueue<>();

    SafeGo.keep(
        group,
        "loop",
        () -> {
          threads.add(Thread.currentThread());
          return threads.size() < 3 ? Next.ON_A_FRESH_THREAD : Next.END;
        });

    assertThat(group.await(Duration.ofSeconds(10))).isTrue();
    assertThat(threads).hasSize(3).doesNotHaveDuplicates();
    assertThat(threads).extracting(Thread::getName).containsOnly("loop");
  }

  @Test
  void keep_is_not_ended_by_an_interruption_outside_a_stop() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    CountDownLatch again = new CountDownLatch(2);

    SafeGo.keep(
        group,
        "loop",
        () -> {
          again.countDown();
          if (again.getCount() == 0) {
            return Next.END;
          }
          waiting.countDown();
          new CountDownLatch(1).await();
          return Next.END;
        });
    waiting.await();
    group.interrupt();

    assertThat(again.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(seen).isEmpty();
  }

  @Test
  void await_waits_for_every_thread_and_says_when_one_is_left() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    SafeGo.go(group, "slow", end::await);

    assertThat(group.await(Duration.ofMillis(20))).isFalse();
    assertThat(group.names()).containsExactly("slow");
    end.countDown();
    assertThat(group.await(Duration.ofSeconds(10))).isTrue();
  }

  @Test
  void go_shows_what_escapes_to_the_witness() throws Exception {
    SafeGo.go(
        group,
        "once",
        () -> {
          throw new LinkageError("test");
        });

    assertThat(group.await(Duration.ofSeconds(10))).isTrue();
    assertThat(seen).hasSize(1).first().isInstanceOf(LinkageError.class);
  }

  @Test
  void silence_grows_while_turns_throw_and_ends_with_one_that_does_not() throws Exception {
    CountDownLatch threw = new CountDownLatch(2);
    CountDownLatch well = new CountDownLatch(1);
    Pulse pulse =
        SafeGo.keep(
            group,
            "loop",
            () -> {
              if (threw.getCount() > 0) {
                threw.countDown();
                throw new IllegalStateException("not yet");
              }
              well.countDown();
              return Next.END;
            });

    threw.await();
    assertThat(pulse.silence()).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    well.await();
    assertThat(group.await(Duration.ofSeconds(10))).isTrue();
    assertThat(pulse.silence()).isLessThan(Duration.ofSeconds(5));
  }

  private static @org.jspecify.annotations.Nullable String nullable() {
    return null;
  }

  @SuppressWarnings("NullAway") // the mistake under test
  private static String nothing() {
    return nullable();
  }

  @SuppressWarnings("InfiniteRecursion") // the mistake under test
  private static int deeper(int depth) {
    return deeper(depth + 1) + 1;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> RuntimeException sneaky(Throwable error) throws T {
    throw (T) error;
  }

  private static final class ThrowsInGetMessage extends RuntimeException {
    @Override
    public String getMessage() {
      throw new IllegalStateException("even this");
    }
  }
}
