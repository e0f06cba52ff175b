package dev.taskd.domain.task;

import dev.taskd.domain.job.NewJob;
import java.time.Instant;
import java.util.List;

/** Who is to be told of what happens to tasks. Thread-safe; called inside a store's transaction. */
@FunctionalInterface
public interface Outbox {
  /** The jobs that tell of {@code type}; they carry the task as it is at that moment. */
  List<NewJob> deliveries(EventType type, Task task, Instant at);
}
