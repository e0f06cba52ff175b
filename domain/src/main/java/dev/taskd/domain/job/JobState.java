package dev.taskd.domain.job;

import java.util.Locale;

/** Where a job is: in exactly one of these. */
public enum JobState {
  PENDING,
  RUNNING,
  /** Waits for something outside, without a worker. */
  WAITING,
  DONE,
  DEAD,
  CANCELLED;

  /** The name as it stands in the API: lower-case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
