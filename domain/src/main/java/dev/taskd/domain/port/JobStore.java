package dev.taskd.domain.port;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Outlook;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Topic;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The queue: where jobs are kept, claimed and settled. Thread-safe. Each call is one atomic act: it
 * happens whole or not at all. Every call may throw {@link StoreException}.
 */
public interface JobStore {
  /** Keeps new jobs; their ids come back in the same order. */
  List<JobId> add(List<NewJob> jobs);

  /**
   * Takes due jobs for a node, those of higher priority first and within one priority the longest
   * due first, under one new lease. Their attempts count from now on. Never more than each demand
   * allows; jobs that another claim holds are stepped over. Nothing for a node that is signed on no
   * more.
   */
  List<ClaimedJob> claim(NodeId node, List<Demand> demands);

  /** What is coming for these topics. */
  Outlook outlook(Collection<Topic> topics);

  /**
   * Records verdicts, and with each what it causes: the move of its task, the job of the next step,
   * the jobs that tell the world.
   *
   * <p>A verdict is recorded only while {@code node} holds the lease and the job's part in it is
   * open: so at most once for each lease, job and attempt, however often it is sent.
   *
   * @return the position in {@code settlements} of each that was stale: recorded neither now nor
   *     before, because the job had been taken from the node
   */
  Set<Integer> settle(NodeId node, List<Settlement> settlements);

  /**
   * Jobs that a node holds and has not settled, in order of lease and position, from after {@code
   * last} on; empty at the end.
   */
  List<ClaimedJob> held(NodeId node, @Nullable ClaimedJob last, int limit);

  /** Those of {@code jobs} that are the step under way of a task that is to be cancelled. */
  Set<JobId> cancelRequested(Collection<JobId> jobs);

  /**
   * Makes a dead job pending, due now: its limit is raised to {@code allowance} above its attempts
   * (and never lowered), its attempts, crashes and last error are kept, and its task, if it is the
   * step that failed it, is reopened.
   */
  Revival retry(JobId job, int allowance);

  /** What came of an operator's retry. */
  enum Revival {
    RETRIED,
    NOT_DEAD,
    UNKNOWN
  }
}
