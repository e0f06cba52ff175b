package dev.taskd.domain.task;

import java.util.Locale;

/** Where a task is, as its client sees it. */
public enum TaskState {
  PENDING,
  RUNNING,
  /** Waits for its client, or for something outside. */
  WAITING,
  SUCCEEDED,
  FAILED,
  CANCELLED;

  public boolean isEnded() {
    return this == SUCCEEDED || this == FAILED || this == CANCELLED;
  }

  /** The name as it stands in the API and in tables: lower-case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
