package dev.taskd.domain.task;

import dev.taskd.domain.job.Topic;

/** What the world is told of a task. Each is also the topic of the jobs that deliver it. */
public enum EventType {
  CREATED("task.created"),
  COMPLETED("task.completed"),
  FAILED("task.failed"),
  CANCELLED("task.cancelled");

  private final String code;

  EventType(String code) {
    this.code = code;
  }

  /** The name as it stands in an event: {@code task.completed} and the like. */
  public String code() {
    return code;
  }

  public Topic topic() {
    return new Topic(code);
  }
}
