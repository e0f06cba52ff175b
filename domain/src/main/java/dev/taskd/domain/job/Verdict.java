package dev.taskd.domain.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What becomes of a claimed job: decided here, in durations, and written by a store. */
public sealed interface Verdict {
  /** Ended well. */
  record Finished(@Nullable String result) implements Verdict {}

  /** Ended because its task was cancelled. */
  record Cancelled() implements Verdict {}

  /** Given up, kept until an operator acts. */
  record Buried(Failure failure) implements Verdict {}

  /** Failed; due again after {@code delay}. */
  record Retried(Duration delay, Failure failure) implements Verdict {}

  /** Not failed; due again after {@code delay}, its limit raised by one. */
  record Snoozed(Duration delay) implements Verdict {}

  /** Never started; due again now, its attempt given back and its crashes kept. */
  record HandedBack() implements Verdict {}

  /** Its node was lost; due again now, with one crash more. */
  record Rescued(Failure failure) implements Verdict {}
}
