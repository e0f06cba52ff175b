package dev.taskd.application.dispatcher;

import dev.taskd.application.pool.Handlers;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.JobReader;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees pending jobs of topics that this node has no handler for, and warns of each topic once.
 * {@link #unhandled()} is thread-safe; {@link #turn()} is for one thread at a time.
 */
public final class TopicWatch {
  /** Pending jobs of one topic are counted up to this many. */
  public static final int CAP = 1000;

  private static final Logger log = LoggerFactory.getLogger(TopicWatch.class);
  private static final Duration LOOK = Duration.ofSeconds(10);

  private final JobReader jobs;
  private final Handlers handlers;
  private final Set<Topic> warned = new HashSet<>();
  private volatile Map<String, Long> unhandled = Map.of();

  public TopicWatch(JobReader jobs, Handlers handlers) {
    this.jobs = jobs;
    this.handlers = handlers;
  }

  /** Looks once; returns how long until the next look. */
  public Duration turn() {
    Map<String, Long> found = new TreeMap<>();
    jobs.pendingTopics(CAP)
        .forEach(
            (topic, count) -> {
              if (handlers.find(topic) == null) {
                found.put(topic.name(), count);
                warnOnce(topic, count);
              }
            });
    unhandled = found;
    return LOOK;
  }

  /** The topics without a handler here, and how many pending jobs each has. */
  public Map<String, Long> unhandled() {
    return unhandled;
  }

  private void warnOnce(Topic topic, long count) {
    if (warned.add(topic)) {
      log.atWarn()
          .addKeyValue("topic", topic)
          .addKeyValue("pending", count)
          .log("no handler for this topic on this node: its jobs stay pending");
    }
  }
}
