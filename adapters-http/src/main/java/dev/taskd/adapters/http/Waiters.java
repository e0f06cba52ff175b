package dev.taskd.adapters.http;

import dev.taskd.application.TaskWatch;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.TaskReader;
import dev.taskd.domain.task.Task;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** The clients that wait for tasks to end: so many and so long at most. Thread-safe. */
final class Waiters {
  static final Duration LONGEST = Duration.ofSeconds(60);
  static final int MOST = 1_000;

  private final TaskWatch watch;
  private final TaskReader tasks;
  private final Semaphore places;

  /**
   * @param most whoever comes when so many are waiting is answered at once
   */
  Waiters(TaskWatch watch, TaskReader tasks, int most) {
    this.watch = watch;
    this.tasks = tasks;
    this.places = new Semaphore(most);
  }

  /** The task as soon as it has ended, or as it is when the wait is over. */
  Optional<Task> await(TaskId id, Duration wanted) throws InterruptedException {
    if (wanted.isZero() || !places.tryAcquire()) {
      return tasks.find(id);
    }
    try {
      return watch.await(id, wanted.compareTo(LONGEST) < 0 ? wanted : LONGEST);
    } finally {
      places.release();
    }
  }
}
