package dev.taskd.application.housekeeping;

import dev.taskd.domain.port.Housekeeping.Step;
import org.jspecify.annotations.Nullable;

/** Removes one sort of what is over, step by step. One thread at a time. */
final class Sweep<T> {
  /** One step of a store. */
  @FunctionalInterface
  interface Removal<T> {
    Step<T> remove(@Nullable T after, int limit);
  }

  private final boolean isOfTasks;
  private final Removal<T> removal;
  private @Nullable T last;
  private boolean isOver;

  /**
   * @param isOfTasks false for one of jobs
   */
  Sweep(boolean isOfTasks, Removal<T> removal) {
    this.isOfTasks = isOfTasks;
    this.removal = removal;
  }

  boolean isOfTasks() {
    return isOfTasks;
  }

  /** Takes the next step; how many it removed. */
  int step(int limit) {
    Step<T> step = removal.remove(last, limit);
    last = step.last();
    isOver = last == null;
    return step.removed();
  }

  boolean isOver() {
    return isOver;
  }
}
