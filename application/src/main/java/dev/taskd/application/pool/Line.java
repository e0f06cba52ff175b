package dev.taskd.application.pool;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.Topic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The claimed jobs of one queue that wait for a worker. Thread-safe. */
final class Line {
  private final QueueSettings settings;
  private final List<Topic> topics;
  private final Runnable hasRoom;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<ClaimedJob> waiting = new ArrayDeque<>();
  private int busy;
  private int freeAsked;
  private boolean tellsRoom;
  private boolean paused;
  private boolean closed;

  Line(QueueSettings settings, List<Topic> topics, Runnable hasRoom) {
    this.settings = settings;
    this.topics = topics;
    this.hasRoom = hasRoom;
  }

  QueueSettings settings() {
    return settings;
  }

  List<Topic> topics() {
    return topics;
  }

  /**
   * Lets jobs wait for workers, those that need one at once in front of all others: taken together,
   * so that no worker that is free for one of them takes another first.
   *
   * @return false if the line is closed
   */
  boolean add(List<ClaimedJob> jobs) {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      for (ClaimedJob job : jobs) {
        if (job.caution() == Caution.NONE) {
          waiting.addLast(job);
        } else {
          waiting.addFirst(job);
          freeAsked--;
          tellsRoom |= freeAsked <= 0;
        }
        changed.signal();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the next job; null once the line is closed. The caller is busy until {@link #done}.
   */
  @Nullable ClaimedJob take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (waiting.isEmpty() && !closed) {
        changed.await();
      }
      ClaimedJob job = waiting.pollFirst();
      if (job != null) {
        busy++;
      }
      return job;
    } finally {
      lock.unlock();
      tellRoom();
    }
  }

  /** The caller of {@link #take} has nothing in hand any more. */
  void done() {
    lock.lock();
    try {
      busy--;
    } finally {
      lock.unlock();
    }
    tellRoom();
  }

  /** What there is room for; null while it still has enough jobs waiting. */
  @Nullable Demand demand() {
    lock.lock();
    try {
      if (closed || paused || topics.isEmpty()) {
        return null;
      }
      freeAsked = Math.max(0, settings.concurrency() - busy - waiting.size());
      tellsRoom = freeAsked == 0 || hasEnough();
      return hasEnough()
          ? null
          : new Demand(topics, settings.batch() - waiting.size(), freeAsked, false);
    } finally {
      lock.unlock();
    }
  }

  boolean isPaused() {
    lock.lock();
    try {
      return paused;
    } finally {
      lock.unlock();
    }
  }

  /** Asks for no more jobs, or does so again; what nobody took of a paused line comes back. */
  List<ClaimedJob> pause(boolean pause) {
    lock.lock();
    try {
      paused = pause;
      return pause ? unstarted() : List.of();
    } finally {
      lock.unlock();
    }
  }

  private List<ClaimedJob> unstarted() {
    List<ClaimedJob> unstarted = new ArrayList<>(waiting);
    waiting.clear();
    return unstarted;
  }

  int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  int busy() {
    lock.lock();
    try {
      return busy;
    } finally {
      lock.unlock();
    }
  }

  /** Gives no more jobs out; what nobody took comes back. */
  List<ClaimedJob> close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      return unstarted();
    } finally {
      lock.unlock();
    }
  }

  /** Half of the most that may wait: it keeps the workers busy while more is claimed. */
  private boolean hasEnough() {
    return waiting.size() >= Math.max(1, settings.batch() / 2);
  }

  /** Tells that there is room, if less than what was wanted was asked for or may have come. */
  private void tellRoom() {
    lock.lock();
    try {
      if (!tellsRoom || hasEnough()) {
        return;
      }
    } finally {
      lock.unlock();
    }
    hasRoom.run();
  }
}
