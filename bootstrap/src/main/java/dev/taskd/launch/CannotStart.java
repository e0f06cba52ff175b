package dev.taskd.launch;

/** The reason why there is no taskd to run, as one line, and the exit code that says so. */
final class CannotStart extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CannotStart(String reason, int exitCode) {
    super(reason);
    this.exitCode = exitCode;
  }

  static CannotStart unavailable(String reason) {
    return new CannotStart(reason, 69);
  }

  static CannotStart misconfigured(String reason) {
    return new CannotStart(reason, 78);
  }

  int exitCode() {
    return exitCode;
  }
}
