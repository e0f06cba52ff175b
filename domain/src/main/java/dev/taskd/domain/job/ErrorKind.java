package dev.taskd.domain.job;

import java.util.Locale;

/** What sort of failure it was, as clients and operators see it. */
public enum ErrorKind {
  /** A compute server or a client reported that the step failed. */
  STEP_ERROR,
  /** An answer arrived that keeps no contract. */
  PROTOCOL_ERROR,
  /** The run or the wait took longer than its limit. */
  TIMEOUT,
  /** The handler threw an unchecked exception or an {@link Error}. */
  PANIC,
  /** The handler said that it never will work. */
  PERMANENT,
  /** The handler asked for another try, or threw a checked exception, and gets that try. */
  TRANSIENT,
  /** The handler asked for another try, or threw a checked exception, and its limit was reached. */
  EXHAUSTED,
  /** Its node was lost with the job in hand, once too often. */
  WORKER_LOST,
  /** A compute server refused the request for good. */
  REJECTED;

  /** The name as it stands in the API and in tables: lower-case with underscores. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
