package dev.taskd.domain.text;

import java.util.regex.Pattern;

/**
 * The first two steps of {@link SafeText}: well-formed text, then text that shows what it holds.
 */
final class Characters {
  private static final int REPLACEMENT = 0xFFFD;

  /** What colours a terminal; taken out whole, since its end would stay without its beginning. */
  private static final Pattern COLOUR = Pattern.compile("\u001B\\[[0-9;]{0,32}+m");

  /**
   * First and last code points of what is drawn as nothing and yet is neither a control nor a
   * format character. Source: Unicode, DerivedCoreProperties, Default_Ignorable_Code_Point.
   */
  private static final int[][] IGNORABLE = {
    {0x034F, 0x034F},
    {0x115F, 0x1160},
    {0x17B4, 0x17B5},
    {0x180B, 0x180F},
    {0x2065, 0x2065},
    {0x3164, 0x3164},
    {0xFE00, 0xFE0F},
    {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFF8},
    {0xE0000, 0xE0FFF},
  };

  private Characters() {}

  /** Puts U+FFFD for every surrogate that has no partner. */
  static String repair(String text) {
    var repaired = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
        .forEach(repaired::appendCodePoint);
    return repaired.toString();
  }

  /**
   * Drops control, format, ignorable and non-characters without a trace, so that what they broke
   * apart is found; makes one space of any run of spaces, tabs and line ends; strips both ends.
   */
  static String dropUnseen(String text) {
    var seen = new StringBuilder(text.length());
    boolean gap = false;
    for (int c : COLOUR.matcher(text).replaceAll("").codePoints().toArray()) {
      if (isGap(c)) {
        gap = true;
      } else if (!isUnseen(c)) {
        seen.append(gap && !seen.isEmpty() ? " " : "").appendCodePoint(c);
        gap = false;
      }
    }
    return seen.toString();
  }

  private static boolean isGap(int c) {
    return Character.isSpaceChar(c) || (c >= '\t' && c <= '\r') || c == 0x85;
  }

  private static boolean isUnseen(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || isNonCharacter(c)
        || isIgnorable(c);
  }

  private static boolean isNonCharacter(int c) {
    return (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
  }

  private static boolean isIgnorable(int c) {
    for (int[] range : IGNORABLE) {
      if (c >= range[0] && c <= range[1]) {
        return true;
      }
    }
    return false;
  }
}
