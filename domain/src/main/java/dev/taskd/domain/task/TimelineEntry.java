package dev.taskd.domain.task;

import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.text.SafeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
  /** That a node has an attempt in hand, as long as nothing else is told of that attempt. */
  public static TimelineEntry started(@Nullable String step, int attempt, Instant since) {
    return new TimelineEntry(since, What.STARTED, step, attempt, null, null, null);
  }

  /**
   * The entries of a task in the order in which things happened, from that in which they were told:
   * a start is told with what became of it, and so behind the wish to cancel what runs.
   */
  public static List<TimelineEntry> inOrder(List<TimelineEntry> told) {
    List<TimelineEntry> entries = new ArrayList<>(told);
    for (int i = 1; i < entries.size(); i++) {
      if (entries.get(i).what == What.STARTED && entries.get(i - 1).what == What.CANCEL_REQUESTED) {
        Collections.swap(entries, i - 1, i);
      }
    }
    return entries;
  }

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
