package dev.taskd.domain.job;

/**
 * How carefully a job is started, so that one that kills its node is found without blaming its
 * neighbours.
 */
public enum Caution {
  /** Claimed ahead of time with many others. */
  NONE,
  /** Claimed only for a worker that is free: claimed then means started. */
  FREE_WORKER,
  /** Runs when nothing else runs on its node. */
  ALONE;

  /**
   * The caution that a job needs for its next attempt.
   *
   * @param attempts how often it was claimed so far
   * @param maxAttempts its limit
   * @param crashes how many of these claims its node did not survive, since its last outcome
   * @param maxCrashes the limit of crashes for every job
   */
  public static Caution of(int attempts, int maxAttempts, int crashes, int maxCrashes) {
    boolean nextCrashBuries =
        attempts >= maxAttempts - 1 || crashes >= Math.min(maxCrashes, maxAttempts) - 1;
    if (crashes > 0) {
      return nextCrashBuries ? ALONE : FREE_WORKER;
    }
    return nextCrashBuries ? FREE_WORKER : NONE;
  }
}
