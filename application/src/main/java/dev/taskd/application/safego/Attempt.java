package dev.taskd.application.safego;

/** What came of some work: the value it returned, or what it threw. */
public sealed interface Attempt<T> {
  /** It returned. */
  record Returned<T>(T value) implements Attempt<T> {}

  /**
   * It threw.
   *
   * @param name the name of the work
   * @param cause what was thrown, with the stack of the place that threw it
   */
  record Caught<T>(String name, Throwable cause) implements Attempt<T> {
    /** What was thrown, in lines that are safe to log; never throws itself. */
    public String trace() {
      return Trace.of(cause);
    }
  }
}
