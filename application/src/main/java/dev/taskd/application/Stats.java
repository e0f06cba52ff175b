package dev.taskd.application;

import dev.taskd.application.dispatcher.TopicWatch;
import dev.taskd.application.housekeeping.Housework;
import dev.taskd.application.housekeeping.Janitor;
import dev.taskd.application.pool.Tally;
import dev.taskd.application.pool.WorkerPool;
import dev.taskd.domain.job.JobCounts;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.port.JobReader;
import dev.taskd.domain.port.QueueStore;
import java.util.Map;
import java.util.Set;

/**
 * How the system and this node are doing. Thread-safe. What the whole system shares is looked up
 * once a second at most, however many ask.
 */
public final class Stats {
  private final SharedLook<Whole> whole;
  private final Tally tally;
  private final WorkerPool pool;
  private final TopicWatch topics;
  private final Janitor janitor;

  /** What all nodes share. */
  private record Whole(JobCounts jobs, Set<Queue> paused) {}

  public Stats(
      JobReader jobs,
      QueueStore queues,
      Tally tally,
      WorkerPool pool,
      TopicWatch topics,
      Janitor janitor) {
    this.whole =
        new SharedLook<>(() -> new Whole(jobs.counts(), queues.paused()), System::nanoTime);
    this.tally = tally;
    this.pool = pool;
    this.topics = topics;
    this.janitor = janitor;
  }

  /**
   * The figures of one moment.
   *
   * @param jobs of the whole system
   * @param pool of this node since its start
   * @param abandoned handlers of this node that were given up and have not returned
   * @param queues of this node
   * @param paused the queues of which no node claims anything
   * @param unhandled topics with pending jobs and without a handler on this node, and how many jobs
   *     each has, counted up to {@link TopicWatch#CAP}
   * @param housework of this node since its start
   */
  public record Snapshot(
      JobCounts jobs,
      Tally.Counts pool,
      int abandoned,
      Map<String, WorkerPool.Load> queues,
      Set<Queue> paused,
      Map<String, Long> unhandled,
      Housework housework) {}

  public Snapshot snapshot() {
    Whole seen = whole.get();
    return new Snapshot(
        seen.jobs(),
        tally.counts(),
        pool.abandoned(),
        pool.loads(),
        seen.paused(),
        topics.unhandled(),
        janitor.housework());
  }
}
