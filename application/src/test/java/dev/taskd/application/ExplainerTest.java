package dev.taskd.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.application.pool.Handlers;
import dev.taskd.application.pool.Handlers.Bound;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.TaskType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExplainerTest {
  private static final Queue SLOW = new Queue("slow");

  private final Harness node = new Harness();
  private final Handlers handlers =
      new Handlers(
          List.of(
              new Bound(
                  Topic.ofStep("work"), run -> new Outcome.Done(), SLOW, Duration.ofSeconds(30))));
  private final Explainer explainer =
      new Explainer(node.store, node.store, node.store, handlers, InstantSource.system());

  @Test
  void explain_tells_of_a_pause_until_it_is_over() {
    TaskId id = submit();
    node.store.pause(SLOW);

    Explanation paused = explainer.explain(id).orElseThrow();
    node.store.resume(SLOW);
    Explanation resumed = explainer.explain(id).orElseThrow();

    assertThat(paused.sentence())
        .isEqualTo("Queue slow is paused: it stays pending until an operator resumes the queue.");
    assertThat(paused.facts()).isEqualTo(Map.of("queue_paused", "slow"));
    assertThat(resumed.facts()).containsEntry("queue", "slow");
  }

  private TaskId submit() {
    TaskId id = TaskId.create(InstantSource.system(), new Random());
    TaskType type = new TaskType("working", List.of("work"));
    node.store.submit(List.of(new NewTask(id, type, "{}", Priority.NORMAL, null, 3, null, null)));
    return id;
  }
}
