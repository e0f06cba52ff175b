package dev.taskd.domain.task;

import dev.taskd.domain.job.Topic;
import java.util.List;

/**
 * A configured sort of task: which steps it has, in which order. One without steps is completed by
 * its client.
 */
public record TaskType(String name, List<String> steps) {
  public TaskType {
    Topic.check("task type", name);
    steps = List.copyOf(steps);
    steps.forEach(Topic::ofStep);
  }
}
