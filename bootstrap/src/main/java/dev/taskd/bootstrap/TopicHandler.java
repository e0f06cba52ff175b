package dev.taskd.bootstrap;

import dev.taskd.domain.job.Handler;
import dev.taskd.domain.job.Topic;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A handler that an application adds: bind it into the set of these in a Guice module.
 *
 * @param timeout the deadline of each run; null for that of the step's configuration, or of {@code
 *     worker.timeout}
 */
public record TopicHandler(Topic topic, Handler handler, @Nullable Duration timeout) {
  /** The handler of a topic of the application's own. */
  public static TopicHandler of(String topic, Handler handler) {
    return new TopicHandler(new Topic(topic), handler, null);
  }

  /** The class of the handler; that which holds it, if it is a lambda. */
  String handlerName() {
    return handler.getClass().getName().replaceFirst("\\$\\$Lambda.*", "");
  }

  /** The handler of a step. */
  public static TopicHandler ofStep(String step, Handler handler) {
    return new TopicHandler(Topic.ofStep(step), handler, null);
  }
}
