package dev.taskd.bootstrap;

/** What taskd exits with. Source of the last two: sysexits.h. */
final class ExitCode {
  static final int CLEAN = 0;

  /** A job was still running at the end of the drain and was cut off. */
  static final int CUT_OFF = 3;

  /** The database cannot be had, and waiting would not help. */
  static final int DATABASE = 69;

  /** A fault of taskd's own. */
  static final int FAULT = 70;

  /** The configuration is wrong, or cannot be had: a port that is in use. */
  static final int CONFIGURATION = 78;

  private ExitCode() {}
}
