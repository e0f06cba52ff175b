package dev.taskd.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** Threads that start at the same moment. */
final class Together {
  private static final int LIMIT_SECONDS = 120;

  private Together() {}

  /** One thread's work; it is given the number of its thread, from 0. */
  @FunctionalInterface
  interface Work<T> {
    T run(int thread) throws Exception;
  }

  /** Runs {@code work} in so many threads at once; what they return, in order. */
  static <T> List<T> run(int threads, Work<T> work) {
    return run(IntStream.range(0, threads).mapToObj(i -> work).toList());
  }

  /** Runs each in a thread of its own, all at once; what they return, in order. */
  static <T> List<T> run(List<Work<T>> works) {
    CountDownLatch start = new CountDownLatch(works.size());
    List<FutureTask<T>> tasks = new ArrayList<>();
    for (Work<T> work : works) {
      int number = tasks.size();
      FutureTask<T> task =
          new FutureTask<>(
              () -> {
                start.countDown();
                start.await();
                return work.run(number);
              });
      tasks.add(task);
      Thread.ofPlatform().daemon().name("together-" + number).start(task);
    }
    return tasks.stream().map(Together::resultOf).toList();
  }

  private static <T> T resultOf(FutureTask<T> task) {
    try {
      return task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while its threads ran", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("a thread failed", e);
    }
  }
}
