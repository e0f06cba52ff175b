package dev.taskd.application;

import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.TaskReader;
import dev.taskd.domain.task.Task;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Clients that wait for a task to end. Thread-safe.
 *
 * <p>What ends on this node is told at once; what ends on another is seen within {@link #LOOK}.
 */
public final class TaskWatch implements AutoCloseable {
  /** How often a waiting client's task is looked at, told or not. */
  static final Duration LOOK = Duration.ofSeconds(1);

  private final TaskReader tasks;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<TaskId, Set<CountDownLatch>> waiting = new HashMap<>();
  private boolean closed;

  public TaskWatch(TaskReader tasks) {
    this.tasks = tasks;
  }

  /** The task as soon as it has ended, or as it is when {@code longest} is over. */
  public Optional<Task> await(TaskId id, Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    while (true) {
      CountDownLatch told = register(id);
      try {
        Optional<Task> task = tasks.find(id);
        long left = end - System.nanoTime();
        if (task.isEmpty() || task.get().state().isEnded() || left <= 0 || isClosed()) {
          return task;
        }
        told.await(Math.min(left, LOOK.toNanos()), TimeUnit.NANOSECONDS);
      } finally {
        unregister(id, told);
      }
    }
  }

  /** Something happened to a task: whoever waits for it looks now. */
  public void moved(TaskId id) {
    lock.lock();
    try {
      waiting.getOrDefault(id, Set.of()).forEach(CountDownLatch::countDown);
    } finally {
      lock.unlock();
    }
  }

  /** Whoever waits is answered now, and nobody waits any more. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      waiting.values().forEach(each -> each.forEach(CountDownLatch::countDown));
    } finally {
      lock.unlock();
    }
  }

  private CountDownLatch register(TaskId id) {
    CountDownLatch told = new CountDownLatch(1);
    lock.lock();
    try {
      waiting.computeIfAbsent(id, any -> new HashSet<>()).add(told);
    } finally {
      lock.unlock();
    }
    return told;
  }

  private void unregister(TaskId id, CountDownLatch told) {
    lock.lock();
    try {
      waiting.computeIfPresent(
          id,
          (any, latches) -> {
            latches.remove(told);
            return latches.isEmpty() ? null : latches;
          });
    } finally {
      lock.unlock();
    }
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }
}
