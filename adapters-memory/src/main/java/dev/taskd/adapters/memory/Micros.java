package dev.taskd.adapters.memory;

import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.TimelineEntry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Times as fine as PostgreSQL keeps them, so that both stores answer alike. */
final class Micros {
  private Micros() {}

  static Instant cut(Instant time) {
    return time.truncatedTo(ChronoUnit.MICROS);
  }

  static @Nullable Instant cutIfGiven(@Nullable Instant time) {
    return time == null ? null : cut(time);
  }

  static NewTask cut(NewTask task) {
    return new NewTask(
        task.id(),
        task.type(),
        task.input(),
        task.priority(),
        cutIfGiven(task.runAt()),
        task.maxAttempts(),
        task.metadata(),
        task.idempotency());
  }

  static TimelineEntry cut(TimelineEntry entry) {
    return new TimelineEntry(
        cut(entry.at()),
        entry.what(),
        entry.step(),
        entry.attempt(),
        entry.errorKind(),
        entry.message(),
        cutIfGiven(entry.until()));
  }
}
