package dev.taskd.domain.server;

/** What the last few submissions and answers were. One thread at a time. */
final class Window {
  private final int size;
  private long failures;
  private int seen;

  /**
   * @param size 1 to 64
   */
  Window(int size) {
    this.size = size;
  }

  void add(boolean failure) {
    failures = (failures << 1 | (failure ? 1 : 0)) & -1L >>> (Long.SIZE - size);
    seen = Math.min(seen + 1, size);
  }

  void clear() {
    failures = 0;
    seen = 0;
  }

  boolean isFull() {
    return seen == size;
  }

  int failures() {
    return Long.bitCount(failures);
  }
}
