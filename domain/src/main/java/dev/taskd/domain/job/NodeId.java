package dev.taskd.domain.job;

/** One life of one taskd process: a fresh one at every start, given by the store. */
public record NodeId(long value) {
  public NodeId {
    if (value <= 0) {
      throw new IllegalArgumentException("node id is not positive: " + value);
    }
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
