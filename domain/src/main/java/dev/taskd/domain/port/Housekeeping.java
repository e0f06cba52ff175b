package dev.taskd.domain.port;

import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.TaskId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a store is relieved of, in small steps that hold nobody up. Thread-safe. Each call is one
 * atomic act. Every call may throw {@link StoreException}.
 *
 * <p>A step looks at the next {@code limit} of a sort in the order in which they were made, from
 * after {@code after} on, and removes those of them that ended {@code age} ago or earlier. It steps
 * over what somebody else holds just now.
 */
public interface Housekeeping {
  /** Begins a round of steps: true for one caller in each {@code interval}, on whatever node. */
  boolean begin(Duration interval);

  /**
   * Removes ended tasks, each with its key, its timeline and all its jobs: only if none of these is
   * unfinished or dead.
   */
  Step<TaskId> removeTasks(Duration age, @Nullable TaskId after, int limit);

  /** Removes finished jobs that belong to no task that is there. */
  Step<JobId> removeFinished(Duration age, @Nullable JobId after, int limit);

  /** Removes dead jobs. */
  Step<JobId> removeDead(Duration age, @Nullable JobId after, int limit);

  /**
   * Hears that this node has claimed so many jobs more, at least one. After many of all nodes a
   * store may do what keeps claims quick, for up to a minute.
   *
   * @return whether it did something
   */
  boolean tend(long claims);

  /**
   * What a step came to.
   *
   * @param removed how many
   * @param last where the next step goes on; null if there is nothing older left to look at
   */
  record Step<T>(int removed, @Nullable T last) {}
}
