package dev.taskd.domain.job;

/** One verdict to be written. */
public record Settlement(ClaimedJob job, Verdict verdict) {
  /** False for a job that was claimed and given back untouched. */
  public boolean isOfStarted() {
    return !(verdict instanceof Verdict.HandedBack);
  }
}
