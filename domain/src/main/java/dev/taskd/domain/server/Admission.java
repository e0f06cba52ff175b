package dev.taskd.domain.server;

import java.time.Duration;

/** Whether a breaker lets a submission through. */
public sealed interface Admission {
  /** It may go, and how it went is to be told with this permit. */
  record Admitted(CircuitBreaker.Permit permit) implements Admission {}

  /** Not now; asking again is worth while after so long. */
  record Refused(Duration again) implements Admission {}
}
