package dev.taskd.domain.text;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One line of text from outside that is safe to store, log and show.
 *
 * <p>Its factories are the only way in, and all go the same way: repair the encoding, drop what
 * cannot be seen, redact secrets, paths and URLs, truncate on a code point. Text that is safe
 * already comes out as it went in. Text that was truncated ends with an ellipsis, which counts
 * towards the limit.
 *
 * <p>Of a very long text only the beginning is read, so that a message of many megabytes can be
 * made safe in the moment in which memory is scarce.
 *
 * <p>No text is refused: where nothing is left, {@value #NO_MESSAGE} stands.
 */
public final class SafeText {
  /** The limit in code points where none is given. */
  public static final int DEFAULT_LIMIT = 2_000;

  private static final String NO_MESSAGE = "(no message)";
  private static final String ELLIPSIS = "…";

  /** So many chars are read for each code point that may come out, and never fewer than 64 000. */
  private static final int READ_FOR_EACH = 32;

  /** Two rounds are the rule, the second of which finds nothing; the rest is for the hostile. */
  private static final int MAX_ROUNDS = 8;

  private final String value;

  private SafeText(String value) {
    this.value = value;
  }

  /** Makes {@code foreign} safe, within {@link #DEFAULT_LIMIT}. */
  public static SafeText of(@Nullable CharSequence foreign) {
    return of(foreign, DEFAULT_LIMIT);
  }

  /** Makes {@code foreign} safe, within a limit that is positive. */
  public static SafeText of(@Nullable CharSequence foreign, int maxCodePoints) {
    if (maxCodePoints < 1) {
      throw new IllegalArgumentException("limit of code points is not positive: " + maxCodePoints);
    }
    return new SafeText(safe(foreign == null ? "" : foreign.toString(), maxCodePoints));
  }

  /** Makes bytes safe that ought to be UTF-8, within {@link #DEFAULT_LIMIT}. */
  public static SafeText of(byte[] utf8) {
    return of(utf8, DEFAULT_LIMIT);
  }

  /** Makes bytes safe that ought to be UTF-8, within a limit that is positive. */
  public static SafeText of(byte[] utf8, int maxCodePoints) {
    return of(new String(utf8, StandardCharsets.UTF_8), maxCodePoints);
  }

  /** The class and the message of what was thrown, even if asking for the message throws. */
  public static SafeText of(Throwable thrown) {
    String name = thrown.getClass().getName();
    try {
      String message = thrown.getMessage();
      return of(message == null || message.isBlank() ? name : name + ": " + message);
    } catch (Throwable worse) {
      return of(name + ": (its message cannot be had: " + worse.getClass().getName() + ")");
    }
  }

  /** The text itself: not empty, well-formed, on one line. */
  public String value() {
    return value;
  }

  private static String safe(String foreign, int limit) {
    String visible = Characters.dropUnseen(Characters.repair(beginning(foreign, limit)));
    String text = visible.isEmpty() ? NO_MESSAGE : visible;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      String next = truncate(Redaction.redact(text, 2L * limit), limit);
      if (next.equals(text)) {
        return text;
      }
      text = next;
    }
    return truncate(Redaction.SECRET, limit);
  }

  /** What is read of a text. It ends between two words, so that no secret is cut in two. */
  private static String beginning(String foreign, int limit) {
    long most = Math.max(2_000, limit) * (long) READ_FOR_EACH;
    if (foreign.length() <= most) {
      return foreign;
    }
    int cut = (int) most;
    while (cut > 0 && !Character.isWhitespace(foreign.charAt(cut - 1))) {
      cut--;
    }
    return foreign.substring(0, cut == 0 ? (int) most : cut) + ELLIPSIS;
  }

  private static String truncate(String text, int limit) {
    if (text.codePointCount(0, text.length()) <= limit) {
      return text;
    }
    int cut = text.offsetByCodePoints(0, limit - 1);
    return text.substring(0, Redaction.beforeSplitPlaceholder(text, cut)) + ELLIPSIS;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SafeText that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value;
  }
}
