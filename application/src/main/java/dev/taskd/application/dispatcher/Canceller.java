package dev.taskd.application.dispatcher;

import dev.taskd.application.pool.WorkerPool;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.port.JobStore;
import java.time.Duration;
import java.util.Set;

/**
 * Tells running handlers that their tasks are cancelled, on whatever node that was asked for. One
 * thread at a time.
 */
public final class Canceller {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final JobStore store;
  private final WorkerPool pool;

  public Canceller(JobStore store, WorkerPool pool) {
    this.store = store;
    this.pool = pool;
  }

  /** Looks once at the steps that are running; returns how long until the next look. */
  public Duration turn() {
    Set<JobId> steps = pool.runningSteps();
    if (!steps.isEmpty()) {
      pool.cancel(store.cancelRequested(steps));
    }
    return LOOK;
  }
}
