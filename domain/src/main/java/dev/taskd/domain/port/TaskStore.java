package dev.taskd.domain.port;

import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.text.SafeText;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Where tasks are kept and changed by their clients. Thread-safe. Each call is one atomic act.
 * Every call may throw {@link StoreException}.
 */
public interface TaskStore {
  /**
   * Keeps new tasks with their first jobs, all or none. A task whose idempotency key is known, from
   * before or from this very list, is answered as it is.
   */
  Submission submit(List<NewTask> tasks);

  /** Ends a task without steps well. */
  Change complete(TaskId id, String result);

  /** Ends a task without steps as failed. */
  Change fail(TaskId id, SafeText message);

  /**
   * Ends a pending or waiting task at once. Of a running one it is noted, and it ends when its
   * handler is out.
   */
  Change cancel(TaskId id);

  /** What came of a submission. */
  sealed interface Submission {
    /** Kept; one for each task that was sent, in order. */
    record Accepted(List<Kept> tasks) implements Submission {
      public Accepted {
        tasks = List.copyOf(tasks);
      }
    }

    /** Nothing was kept: these positions carry a key that is known with another fingerprint. */
    record KeyReused(SortedSet<Integer> positions) implements Submission {
      public KeyReused {
        positions = new TreeSet<>(positions);
      }
    }
  }

  /**
   * One task of a submission.
   *
   * @param created false if its key was known, and this is the task that has it
   */
  record Kept(Task task, boolean created) {}

  /** What came of a client's wish. */
  sealed interface Change {
    /** Done; this is the task now. */
    record Changed(Task task) implements Change {}

    /** Nothing was changed: the task is not in a state, or not of a type, that allows it. */
    record Refused(Task task) implements Change {}

    /** There is no such task. */
    record Unknown() implements Change {}
  }
}
