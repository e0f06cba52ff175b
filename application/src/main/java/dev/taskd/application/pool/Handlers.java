package dev.taskd.application.pool;

import dev.taskd.domain.job.Handler;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The handlers of this node, by topic. Immutable. */
public final class Handlers {
  private final Map<String, Bound> byTopic = new TreeMap<>();

  /**
   * A handler and how it is run.
   *
   * @param timeout the deadline of each run. Default 30 s
   */
  public record Bound(Topic topic, Handler handler, Queue queue, Duration timeout) {}

  public Handlers(List<Bound> bound) {
    for (Bound each : bound) {
      if (byTopic.put(each.topic().name(), each) != null) {
        throw new IllegalArgumentException("two handlers for topic " + each.topic());
      }
    }
  }

  /** The handler of a topic; null if this node has none. */
  public @Nullable Bound find(Topic topic) {
    return byTopic.get(topic.name());
  }

  /** The topics of a queue that this node has handlers for, sorted. */
  public List<Topic> topicsOf(Queue queue) {
    return byTopic.values().stream()
        .filter(bound -> bound.queue().equals(queue))
        .map(Bound::topic)
        .toList();
  }

  /** All topics that this node has handlers for, sorted. */
  public List<Topic> topics() {
    return byTopic.values().stream().map(Bound::topic).toList();
  }

  /** The queues that this node has handlers for. */
  public Set<Queue> queues() {
    return Set.copyOf(byTopic.values().stream().map(Bound::queue).toList());
  }
}
