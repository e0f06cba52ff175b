package dev.taskd.application.safego;

/** How a loop goes on after a turn. */
public enum Next {
  /** Another turn on the same thread. */
  AGAIN,
  /** Another turn on a fresh thread: this one may carry what foreign code left on it. */
  ON_A_FRESH_THREAD,
  /** No further turn. */
  END
}
