package dev.taskd.adapters.http;

import dev.taskd.domain.job.Causes;
import java.nio.channels.UnresolvedAddressException;

/** The address to listen on cannot be had: it is in use, or is not one of this machine. */
public final class CannotListenException extends RuntimeException {
  private final String reason;
  private final boolean isOfHost;

  CannotListenException(ListenAddress address, Throwable cause) {
    super("cannot listen on " + address + ": " + reason(cause), cause);
    reason = reason(cause);
    isOfHost = !address.isOfThisMachine();
  }

  /** What the operating system says of it. */
  public String reason() {
    return reason;
  }

  /** Whether the host is what cannot be had, whatever the port. */
  public boolean isOfHost() {
    return isOfHost;
  }

  private static String reason(Throwable cause) {
    String reason = "no reason given";
    for (Throwable link : Causes.of(cause)) {
      if (link instanceof UnresolvedAddressException) {
        return "the name leads to no address";
      }
      if (link.getMessage() != null) {
        reason = link.getMessage();
      }
    }
    return reason;
  }
}
