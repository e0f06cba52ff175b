package dev.taskd.application.safego;

import dev.taskd.domain.job.Causes;
import dev.taskd.domain.text.SafeText;

/**
 * A throwable with its causes as lines for a log: messages are made safe, accessors that throw are
 * stepped over, and a stack that the JVM left out is named as such.
 */
public final class Trace {
  private static final int MAX_FRAMES = 40;
  private static final int MAX_CAUSES = 10;
  private static final String LEFT_OUT =
      "\n    (the JVM left the stack out; start it with -XX:-OmitStackTraceInFastThrow)";

  private Trace() {}

  /** The lines; never throws. */
  public static String of(Throwable error) {
    try {
      return lines(error);
    } catch (Throwable second) {
      return error.getClass().getName() + " (could not be described)";
    }
  }

  private static String lines(Throwable error) {
    var text = new StringBuilder();
    for (Throwable link : Causes.of(error).stream().limit(MAX_CAUSES).toList()) {
      text.append(text.isEmpty() ? "" : "\n  caused by ").append(SafeText.of(link).value());
      appendFrames(text, framesOf(link));
    }
    return text.toString();
  }

  private static void appendFrames(StringBuilder text, StackTraceElement[] frames) {
    if (frames.length == 0) {
      text.append(LEFT_OUT);
    }
    for (int i = 0; i < Math.min(frames.length, MAX_FRAMES); i++) {
      text.append("\n    at ").append(frames[i]);
    }
    if (frames.length > MAX_FRAMES) {
      text.append("\n    … ").append(frames.length - MAX_FRAMES).append(" more");
    }
  }

  private static StackTraceElement[] framesOf(Throwable link) {
    try {
      return link.getStackTrace();
    } catch (Throwable brokenAccessor) {
      return new StackTraceElement[0];
    }
  }
}
