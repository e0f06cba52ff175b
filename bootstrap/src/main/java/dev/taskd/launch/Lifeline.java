package dev.taskd.launch;

import java.io.IOException;

/**
 * The tie of a child to its launcher: standard input is a pipe that ends when the launcher does,
 * {@code kill -9} included.
 */
final class Lifeline {
  /** Tells a child that its standard input is such a pipe. */
  static final String FLAG = "-Dtaskd.lifeline=stdin";

  private static final int KILLED = 137;

  private Lifeline() {}

  static boolean isHeld() {
    return "stdin".equals(System.getProperty("taskd.lifeline"));
  }

  /** Ends this JVM at once when the launcher is gone. */
  static void follow() {
    Thread follower = new Thread(Lifeline::haltAtEnd, "taskd-lifeline");
    follower.setDaemon(true);
    follower.start();
  }

  private static void haltAtEnd() {
    try {
      while (System.in.read() >= 0) {
        // Nobody writes: only the end counts.
      }
    } catch (IOException broken) {
      // A broken pipe is an end too.
    }
    Runtime.getRuntime().halt(KILLED);
  }
}
