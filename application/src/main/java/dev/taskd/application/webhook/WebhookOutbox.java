package dev.taskd.application.webhook;

import dev.taskd.application.json.TaskJson;
import dev.taskd.domain.job.Limits;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.task.EventType;
import dev.taskd.domain.task.Outbox;
import dev.taskd.domain.task.Task;
import java.time.Instant;
import java.util.List;

/**
 * One delivery of every event to one receiver. Thread-safe.
 *
 * <p>The receiver knows an event again by its key, {@code task.completed:<task id>}. A task that
 * was reopened ends again, which is another event: its key has the number of that end behind it.
 */
public final class WebhookOutbox implements Outbox {
  private final int maxAttempts;

  /**
   * @param maxAttempts how often one delivery is tried
   */
  public WebhookOutbox(int maxAttempts) {
    Limits.checkMaxAttempts(maxAttempts);
    this.maxAttempts = maxAttempts;
  }

  @Override
  public List<NewJob> deliveries(EventType type, Task task, Instant at) {
    String again = task.ends() > 1 ? ":" + task.ends() : "";
    return List.of(
        new NewJob(
            type.topic(),
            task.priority(),
            TaskJson.event(type, at, task),
            null,
            maxAttempts,
            task.id(),
            type.topic() + ":" + task.id() + again));
  }
}
