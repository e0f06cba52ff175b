package dev.taskd.domain.task;

import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.text.SafeText;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened to a task.
 *
 * @param step the step it happened to; null if it happened to the task as a whole
 * @param attempt the attempt it happened to; null likewise
 * @param until when what it announces is due
 */
public record TimelineEntry(
    Instant at,
    What what,
    @Nullable String step,
    @Nullable Integer attempt,
    @Nullable ErrorKind errorKind,
    @Nullable SafeText message,
    @Nullable Instant until) {

  /** What happened. */
  public enum What {
    CREATED,
    STARTED,
    ERROR,
    RETRIED,
    SNOOZED,
    STEP_DONE,
    CANCEL_REQUESTED,
    SUCCEEDED,
    FAILED,
    CANCELLED,
    REOPENED;

    /** The name as it stands in the API and in tables: lower-case with underscores. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
