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
  record Caught<T>(String name, Throwable cause) implements Attempt<T> {}
}
