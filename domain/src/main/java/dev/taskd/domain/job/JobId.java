package dev.taskd.domain.job;

/** The name of a job, given by the store: unique, positive, rising with time of insertion. */
public record JobId(long value) {
  public JobId {
    if (value <= 0) {
      throw new IllegalArgumentException("job id is not positive: " + value);
    }
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
