package dev.taskd.application;

import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Topic;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which queue each topic belongs to. Immutable. */
public final class TopicQueues {
  private final Map<Topic, Queue> named;

  /**
   * @param named all other topics belong to {@link Queue#DEFAULT}
   */
  public TopicQueues(Map<Topic, Queue> named) {
    this.named = Map.copyOf(named);
  }

  public Queue of(Topic topic) {
    return named.getOrDefault(topic, Queue.DEFAULT);
  }

  /** The same query, for the jobs of one queue alone. */
  public JobQuery within(Queue queue, JobQuery query) {
    if (query.topics() != null) {
      Set<Topic> both =
          query.topics().stream()
              .filter(topic -> of(topic).equals(queue))
              .collect(Collectors.toUnmodifiableSet());
      return new JobQuery(query.state(), both, false, query.limit(), query.below());
    }
    boolean isDefault = queue.equals(Queue.DEFAULT);
    Set<Topic> topics =
        named.keySet().stream()
            .filter(topic -> of(topic).equals(queue) != isDefault)
            .collect(Collectors.toUnmodifiableSet());
    return new JobQuery(query.state(), topics, isDefault, query.limit(), query.below());
  }
}
