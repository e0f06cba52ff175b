package dev.taskd.http.guarded;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Where calls may go. Immutable. */
public final class Guard {
  private final @Nullable String liftedBy;

  private Guard(@Nullable String liftedBy) {
    this.liftedBy = liftedBy;
  }

  /** Anywhere: whoever names the targets is trusted. */
  public static Guard none() {
    return new Guard(null);
  }

  /**
   * To the public web alone.
   *
   * @param liftedBy the setting that lifts this, which refusals name
   */
  public static Guard publicWeb(String liftedBy) {
    return new Guard(liftedBy);
  }

  boolean isUp() {
    return liftedBy != null;
  }

  boolean forbids(InetAddress address) {
    return isUp() && PrivateAddresses.contains(address);
  }

  /** The setting that lifts it. */
  String liftedBy() {
    return String.valueOf(liftedBy);
  }
}
