package dev.taskd.benchmarks;

import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.task.TaskType;
import java.util.Collections;
import java.util.List;

/** The work that costs nothing, so that what is measured is the way to it and back. */
final class Work {
  static final Topic TOPIC = new Topic("noop");
  static final String PAYLOAD = "{\"hello\":\"world\"}";
  static final TaskType ECHO = new TaskType("echo", List.of("echo"));
  static final int MAX_ATTEMPTS = 5;

  private Work() {}

  static List<NewJob> jobs(int many) {
    return Collections.nCopies(many, NewJob.of(TOPIC, PAYLOAD, MAX_ATTEMPTS));
  }
}
