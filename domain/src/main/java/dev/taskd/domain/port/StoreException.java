package dev.taskd.domain.port;

/** A store did not do what it was asked. */
public abstract sealed class StoreException extends RuntimeException {
  private StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * The store is away, too slow, or gave up for a reason that passes. Whether it acted is not
   * known; asking again is right.
   */
  public static final class Unavailable extends StoreException {
    public Unavailable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** The store is there and will never take this: what it was given is wrong. It did nothing. */
  public static final class Rejected extends StoreException {
    public Rejected(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
