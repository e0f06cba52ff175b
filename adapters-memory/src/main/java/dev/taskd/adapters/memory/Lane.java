package dev.taskd.adapters.memory;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Topic;
import java.time.Instant;
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pending jobs of one topic, caution and priority, the longest due first: so that what is not
 * due, or may not be taken, never stands before what is. One thread at a time.
 */
record Lane(Key key, NavigableMap<Due, MemoryJob> jobs) {
  /** What the jobs of a lane have in common. */
  record Key(Topic topic, Caution caution, Priority priority) {
    static Key of(MemoryJob job) {
      return new Key(job.asked.topic(), job.caution, job.asked.priority());
    }
  }

  /** Where a job stands in its lane. */
  record Due(Instant at, JobId id) implements Comparable<Due> {
    private static final Comparator<Due> ORDER =
        Comparator.comparing(Due::at).thenComparingLong(due -> due.id.value());

    @Override
    public int compareTo(Due other) {
      return ORDER.compare(this, other);
    }
  }

  static Lane empty(Key key) {
    return new Lane(key, new TreeMap<>());
  }

  boolean isDue(Instant now) {
    return !jobs.isEmpty() && !jobs.firstKey().at().isAfter(now);
  }

  /** When the first job that is not due yet will be; null if there is none. */
  @Nullable Instant nextDue(Instant now) {
    Due next = jobs.higherKey(new Due(now, new JobId(Long.MAX_VALUE)));
    return next == null ? null : next.at();
  }
}
