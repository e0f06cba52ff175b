package dev.taskd.domain.port;

import dev.taskd.domain.job.Outlook;
import dev.taskd.domain.job.Queue;
import java.util.Set;

/**
 * Which queues are paused: for all nodes, until they are resumed. Thread-safe. Each call is one
 * atomic act. Every call may throw {@link StoreException}.
 *
 * <p>A store knows queues by their names alone, so what follows from a pause is up to the nodes,
 * which learn of it from {@link Outlook#paused}. Both acts nudge them.
 */
public interface QueueStore {
  void pause(Queue queue);

  void resume(Queue queue);

  Set<Queue> paused();
}
