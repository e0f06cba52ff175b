package dev.taskd.bootstrap.config;

/** A value that is never printed. */
public record Secret<T>(T value) {
  static final String HIDDEN = "***";

  @Override
  public String toString() {
    return HIDDEN;
  }
}
