package dev.taskd.application.safego;

/** One step of a loop that is meant to live. */
@FunctionalInterface
public interface Turn {
  /** Does one step and says how to go on. */
  Next turn() throws Exception;
}
