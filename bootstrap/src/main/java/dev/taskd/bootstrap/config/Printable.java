package dev.taskd.bootstrap.config;

import java.util.Locale;

/** Foreign text as it may stand in a message. */
final class Printable {
  private static final int MAX_CODE_POINTS = 200;

  private Printable() {}

  /** {@code text} on one line, with what has no shape of its own spelt out, and not too long. */
  static String of(String text) {
    var printed = new StringBuilder();
    text.codePoints()
        .limit(MAX_CODE_POINTS)
        .forEach(
            c -> {
              if (hasShape(c)) {
                printed.appendCodePoint(c);
              } else {
                printed.append(String.format(Locale.ROOT, "\\u{%x}", c));
              }
            });
    return text.codePointCount(0, text.length()) > MAX_CODE_POINTS
        ? printed.append('…').toString()
        : printed.toString();
  }

  /** {@code text} in quotes; not repeated if it looks as if it held a credential. */
  static String quoted(String text) {
    boolean telling = text.contains("@") || text.toLowerCase(Locale.ROOT).contains("password");
    return telling ? Settings.UNREPEATED : '"' + of(text) + '"';
  }

  private static boolean hasShape(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
