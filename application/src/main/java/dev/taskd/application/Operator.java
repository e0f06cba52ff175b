package dev.taskd.application;

import dev.taskd.domain.job.DeadQuery;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.JobReader;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.JobStore.Revival;
import dev.taskd.domain.port.QueueStore;
import dev.taskd.domain.port.StoreException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an operator may ask for. Thread-safe. */
public final class Operator {
  /** The most jobs that one call has tried again. */
  public static final int MOST_RETRIES = 1_000;

  private static final Logger log = LoggerFactory.getLogger(Operator.class);
  private static final int PAGE = 100;

  private final JobStore jobs;
  private final JobReader reader;
  private final QueueStore pauses;
  private final Set<Queue> queues;
  private final int allowance;

  /**
   * @param queues those of this node
   * @param allowance by how much the limit of a dead job grows when it is to be tried again.
   *     Default 5
   */
  public Operator(
      JobStore jobs, JobReader reader, QueueStore pauses, Set<Queue> queues, int allowance) {
    this.jobs = jobs;
    this.reader = reader;
    this.pauses = pauses;
    this.queues = Set.copyOf(queues);
    this.allowance = allowance;
  }

  /** Has a dead job tried again, within its allowance. */
  public Revival retry(JobId job) {
    return jobs.retry(job, allowance);
  }

  /**
   * Has dead jobs tried again, those that were added first ahead, each as {@link #retry} does and
   * by itself: if the store goes away in the middle, those before it are done.
   *
   * @param topic only jobs of this topic; null for all
   * @param kind only jobs that died of this; null for all
   * @param limit how many at most, up to {@link #MOST_RETRIES}
   * @return how many
   */
  public int retryAll(@Nullable Topic topic, @Nullable ErrorKind kind, int limit) {
    int retried = 0;
    JobId last = null;
    while (retried < limit) {
      int rest = Math.min(PAGE, limit - retried);
      List<JobId> page = reader.dead(new DeadQuery(topic, kind, rest, last));
      if (page.isEmpty()) {
        break;
      }
      retried += (int) page.stream().filter(this::isRetried).count();
      last = page.getLast();
    }
    log.atInfo().addKeyValue("jobs", retried).log("dead jobs are tried again");
    return retried;
  }

  /** One that the store refuses stays dead, and holds nothing else up. */
  private boolean isRetried(JobId job) {
    try {
      return retry(job) == Revival.RETRIED;
    } catch (StoreException.Rejected e) {
      log.atError()
          .addKeyValue("job", job)
          .log("a dead job cannot be tried again: {}", e.getMessage());
      return false;
    }
  }

  /** The queues of this node. */
  public Set<Queue> queues() {
    return queues;
  }

  /** Has nothing more claimed of a queue, on any node, until it is resumed; what runs goes on. */
  public void pause(Queue queue) {
    pauses.pause(queue);
  }

  /** Ends a pause, if there is one. */
  public void resume(Queue queue) {
    pauses.resume(queue);
  }
}
