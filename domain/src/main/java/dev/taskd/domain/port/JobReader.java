package dev.taskd.domain.port;

import dev.taskd.domain.job.DeadQuery;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobCounts;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.Topic;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at jobs. Thread-safe. Every call may throw {@link StoreException}. */
public interface JobReader {
  Optional<Job> find(JobId id);

  /** Newest first, and in the same order for every filter. */
  List<Job> list(JobQuery query);

  /** Dead jobs, those that were added first ahead. */
  List<JobId> dead(DeadQuery query);

  JobCounts counts();

  /** Each topic that has pending jobs, and how many, counted up to {@code cap}. */
  Map<Topic, Long> pendingTopics(int cap);

  /** How many pending jobs of its topic are due before this one, counted up to {@code cap}. */
  long ahead(JobId id, int cap);
}
