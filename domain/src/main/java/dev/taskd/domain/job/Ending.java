package dev.taskd.domain.job;

import java.time.Duration;

/** How a claimed job left the hands of its worker, before anything is decided. */
public sealed interface Ending {
  /** The handler returned. */
  record Returned(Outcome outcome) implements Ending {}

  /** The handler threw. */
  record Threw(Throwable error) implements Ending {}

  /** The handler was interrupted at its deadline; what it did then does not count. */
  record TimedOut(Duration timeout) implements Ending {}

  /** It was claimed and never started. */
  record Unstarted() implements Ending {}

  /** It was stopped from outside: its task is cancelled, or the drain's time is over. */
  record CutOff() implements Ending {}
}
