package dev.taskd.adapters.postgres;

import static dev.taskd.adapters.postgres.schema.Tables.TASK;
import static dev.taskd.adapters.postgres.schema.Tables.TIMELINE;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskError;
import dev.taskd.domain.task.TaskState;
import dev.taskd.domain.task.TimelineEntry;
import dev.taskd.domain.task.TimelineEntry.What;
import dev.taskd.domain.text.SafeText;
import java.sql.Array;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** What stands in a row, as the domain has it, and back. */
final class Rows {
  /** Neither ended nor waiting: whether it is pending or running is known by where its job is. */
  static final String OPEN = "open";

  private Rows() {}

  static String stateOf(TaskState state) {
    return switch (state) {
      case PENDING, RUNNING -> OPEN;
      case WAITING, SUCCEEDED, FAILED, CANCELLED -> state.code();
    };
  }

  private static TaskState state(String stored) {
    return stored.equals(OPEN) ? TaskState.PENDING : TaskState.valueOf(upper(stored));
  }

  static ErrorKind errorKind(String stored) {
    return ErrorKind.valueOf(upper(stored));
  }

  private static String upper(String code) {
    return code.toUpperCase(Locale.ROOT);
  }

  static short code(Priority priority) {
    return switch (priority) {
      case HIGH -> 0;
      case NORMAL -> 1;
      case LOW -> 2;
    };
  }

  static Priority priority(short stored) {
    return switch (stored) {
      case 0 -> Priority.HIGH;
      case 1 -> Priority.NORMAL;
      case 2 -> Priority.LOW;
      default -> throw new IllegalStateException("no priority: " + stored);
    };
  }

  static short code(Caution caution) {
    return switch (caution) {
      case NONE -> 0;
      case FREE_WORKER -> 1;
      case ALONE -> 2;
    };
  }

  static @Nullable TaskId taskId(@Nullable String stored) {
    return stored == null ? null : new TaskId(UUID.fromString(stored));
  }

  static @Nullable TaskId taskId(@Nullable UUID stored) {
    return stored == null ? null : new TaskId(stored);
  }

  /** A text that was made safe before it was stored. */
  static @Nullable SafeText safe(@Nullable String stored) {
    return stored == null ? null : SafeText.of(stored);
  }

  /**
   * A row of {@code task}.
   *
   * @param since when a node took its step in hand; null if none has it
   */
  static Task task(Record row, @Nullable Instant since) {
    Long job = row.get(TASK.JOB_ID);
    Task task =
        new Task(
            new TaskId(row.get(TASK.ID)),
            row.get(TASK.TYPE),
            state(row.get(TASK.STATE)),
            row.get(TASK.INPUT),
            row.get(TASK.RESULT),
            error(row),
            row.get(TASK.ATTEMPTS),
            row.get(TASK.MAX_ATTEMPTS),
            priority(row.get(TASK.PRIORITY)),
            row.get(TASK.METADATA),
            Arrays.asList(row.get(TASK.STEPS)),
            row.get(TASK.STEP),
            job == null ? null : new JobId(job),
            row.get(TASK.ENDS),
            row.get(TASK.CANCEL_REQUESTED),
            row.get(TASK.CREATED_AT),
            row.get(TASK.RUN_AT),
            row.get(TASK.STARTED_AT),
            row.get(TASK.FINISHED_AT));
    return since == null ? task : task.running(since);
  }

  private static @Nullable TaskError error(Record row) {
    String kind = row.get(TASK.ERROR_KIND);
    return kind == null
        ? null
        : new TaskError(
            errorKind(kind), row.get(TASK.ERROR_STEP), SafeText.of(row.get(TASK.ERROR_MESSAGE)));
  }

  /** An array of names, each of a queue. */
  static Set<Queue> queues(Array names) throws SQLException {
    return Arrays.stream((String[]) names.getArray())
        .map(Queue::new)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** A row of {@code timeline}. */
  static TimelineEntry timelineEntry(Record row) {
    String kind = row.get(TIMELINE.ERROR_KIND);
    return new TimelineEntry(
        row.get(TIMELINE.AT),
        What.valueOf(upper(row.get(TIMELINE.WHAT))),
        row.get(TIMELINE.STEP),
        row.get(TIMELINE.ATTEMPT),
        kind == null ? null : errorKind(kind),
        safe(row.get(TIMELINE.MESSAGE)),
        row.get(TIMELINE.UNTIL));
  }
}
