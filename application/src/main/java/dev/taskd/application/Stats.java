package dev.taskd.application;

import dev.taskd.application.dispatcher.TopicWatch;
import dev.taskd.application.pool.Tally;
import dev.taskd.application.pool.WorkerPool;
import dev.taskd.domain.job.JobCounts;
import dev.taskd.domain.port.JobReader;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How the system and this node are doing. Thread-safe. The jobs of the whole system are counted
 * once a second at most, however many ask.
 */
public final class Stats {
  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

  private final JobReader jobs;
  private final Tally tally;
  private final WorkerPool pool;
  private final TopicWatch topics;
  private final ReentrantLock counting = new ReentrantLock();
  private @Nullable JobCounts counts;
  private long countedNanos;

  public Stats(JobReader jobs, Tally tally, WorkerPool pool, TopicWatch topics) {
    this.jobs = jobs;
    this.tally = tally;
    this.pool = pool;
    this.topics = topics;
  }

  /**
   * The figures of one moment.
   *
   * @param jobs of the whole system
   * @param pool of this node since its start
   * @param queues of this node
   * @param unhandled topics with pending jobs and without a handler on this node, and how many jobs
   *     each has, counted up to {@link TopicWatch#CAP}
   */
  public record Snapshot(
      JobCounts jobs,
      Tally.Counts pool,
      Map<String, WorkerPool.Load> queues,
      Map<String, Long> unhandled) {}

  public Snapshot snapshot() {
    return new Snapshot(counts(), tally.counts(), pool.loads(), topics.unhandled());
  }

  private JobCounts counts() {
    counting.lock();
    try {
      JobCounts known = counts;
      if (known == null || System.nanoTime() - countedNanos > FRESH_NANOS) {
        known = jobs.counts();
        counts = known;
        countedNanos = System.nanoTime();
      }
      return known;
    } finally {
      counting.unlock();
    }
  }
}
