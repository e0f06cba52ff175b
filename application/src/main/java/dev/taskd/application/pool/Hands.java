package dev.taskd.application.pool;

import dev.taskd.application.safego.Signal;
import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.JobId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The jobs that this node answers for: from the claim until what became of them is recorded.
 * Thread-safe.
 */
public final class Hands {
  private final Signal room;
  private final int most;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition empty = lock.newCondition();
  private final Map<JobId, ClaimedJob> jobs = new HashMap<>();
  private boolean tellsEmpty;
  private boolean tellsRoom;
  private int alone;

  /**
   * Empty hands.
   *
   * @param room given once after each {@link #tellWhenEmpty}, and once after each time they were
   *     full
   * @param most how many jobs fill them
   */
  public Hands(Signal room, int most) {
    this.room = room;
    this.most = most;
  }

  void take(Collection<ClaimedJob> claimed) {
    lock.lock();
    try {
      for (ClaimedJob job : claimed) {
        jobs.put(job.id(), job);
        alone += job.caution() == Caution.ALONE ? 1 : 0;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * True while there are so many that what became of them must be recorded first: their outcomes
   * are not written as fast as they come.
   */
  boolean areFull() {
    lock.lock();
    try {
      tellsRoom = jobs.size() >= most;
      return tellsRoom;
    } finally {
      lock.unlock();
    }
  }

  /** The claims that this node answers for just now. */
  public Set<ClaimedJob> all() {
    lock.lock();
    try {
      return Set.copyOf(jobs.values());
    } finally {
      lock.unlock();
    }
  }

  /** What became of a job is recorded, or was by somebody else. */
  public void release(ClaimedJob job) {
    lock.lock();
    try {
      if (holds(job)) {
        jobs.remove(job.id());
        alone -= job.caution() == Caution.ALONE ? 1 : 0;
      }
      if (tellsRoom && jobs.size() < most) {
        tellsRoom = false;
        room.give();
      }
      if (jobs.isEmpty()) {
        empty.signalAll();
        tellIfWanted();
      }
    } finally {
      lock.unlock();
    }
  }

  /** True while this node answers for this very claim of a job. */
  public boolean holds(ClaimedJob job) {
    lock.lock();
    try {
      ClaimedJob held = jobs.get(job.id());
      return held != null && held.lease().equals(job.lease());
    } finally {
      lock.unlock();
    }
  }

  public boolean isEmpty() {
    lock.lock();
    try {
      return jobs.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** True while a job that must run alone is among them. */
  boolean holdOneAlone() {
    lock.lock();
    try {
      return alone > 0;
    } finally {
      lock.unlock();
    }
  }

  /** Gives the signal as soon as nothing is left, once. */
  public void tellWhenEmpty() {
    lock.lock();
    try {
      tellsEmpty = true;
      if (jobs.isEmpty()) {
        tellIfWanted();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until nothing is left; returns false if something still is after {@code timeout}. */
  public boolean awaitEmpty(Duration timeout) throws InterruptedException {
    long left = timeout.toNanos();
    lock.lockInterruptibly();
    try {
      while (!jobs.isEmpty() && left > 0) {
        left = empty.awaitNanos(left);
      }
      return jobs.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private void tellIfWanted() {
    if (tellsEmpty) {
      tellsEmpty = false;
      room.give();
    }
  }
}
