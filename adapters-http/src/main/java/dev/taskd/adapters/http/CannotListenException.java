package dev.taskd.adapters.http;

import dev.taskd.domain.job.Causes;

/** The address to listen on cannot be had: it is in use, or is not one of this machine. */
public final class CannotListenException extends RuntimeException {
  CannotListenException(String host, int port, Throwable cause) {
    super("cannot listen on " + host + ":" + port + ": " + reason(cause), cause);
  }

  private static String reason(Throwable cause) {
    String reason = "no reason given";
    for (Throwable link : Causes.of(cause)) {
      if (link.getMessage() != null) {
        reason = link.getMessage();
      }
    }
    return reason;
  }
}
