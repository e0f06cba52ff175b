package dev.taskd.domain.result;

import dev.taskd.domain.text.SafeText;

/**
 * What asking for an answer came to. Only the first two may be waited for: what has arrived ends
 * the wait, whatever it says.
 */
public sealed interface Fetched {
  /** Nothing has arrived. */
  record NotReady() implements Fetched {}

  /** It cannot be looked at just now, so nothing is known. */
  record Unavailable(SafeText cause) implements Fetched {}

  /** It is here, and stays until it is recorded. */
  record Arrived(ResultDocument document) implements Fetched {}
}
