package dev.taskd.application.safego;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The lifetime of some threads: whoever makes a group stops it and waits for it. Thread-safe.
 *
 * <p>A thread that is replaced is there until the fresh one is, so waiting for the group never
 * falls into a gap between the two.
 */
public final class TaskGroup {
  private final Consumer<Throwable> witness;
  private final Map<Thread, String> threads = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition empty = lock.newCondition();
  private volatile boolean stopping;

  /**
   * A group without threads.
   *
   * @param witness sees everything that escapes from the work of the group
   */
  public TaskGroup(Consumer<Throwable> witness) {
    this.witness = witness;
  }

  /** No loop of the group begins another turn. Nothing is interrupted. */
  public void stop() {
    stopping = true;
  }

  public boolean isStopping() {
    return stopping;
  }

  /** Interrupts what is running; for loops that do nothing but wait. */
  public void interrupt() {
    threads.keySet().forEach(Thread::interrupt);
  }

  /**
   * Waits until no thread of the group is left.
   *
   * @return false if some were still there after {@code timeout}
   */
  public boolean await(Duration timeout) throws InterruptedException {
    long left = timeout.toNanos();
    lock.lockInterruptibly();
    try {
      while (!threads.isEmpty() && left > 0) {
        left = empty.awaitNanos(left);
      }
      return threads.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** The names of the threads that are there now, sorted. */
  public List<String> names() {
    return threads.values().stream().sorted().toList();
  }

  void begun(Thread thread) {
    threads.put(thread, thread.getName());
  }

  /** Nobody waits any more for a thread that does not end. */
  public void abandon(Thread thread) {
    gone(thread);
  }

  void gone(Thread thread) {
    threads.remove(thread);
    lock.lock();
    try {
      if (threads.isEmpty()) {
        empty.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  void escaped(Throwable error) {
    witness.accept(error);
  }
}
