package dev.taskd.domain.text;

import dev.taskd.domain.text.Rule.Hit;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules for secrets that are known by the name before them: {@code password=…}. */
final class Assignments {
  /** How the names of secrets end, in lower case and with their words run together. */
  private static final List<String> NAMES =
      List.of(
          "accesskey",
          "accountkey",
          "apikey",
          "authorization",
          "authtokens",
          "bearer",
          "cookie",
          "credential",
          "credentials",
          "dbpass",
          "encryptionkey",
          "jwt",
          "passcode",
          "passphrase",
          "passwd",
          "password",
          "passwords",
          "privatekey",
          "pwd",
          "resultkey",
          "secret",
          "secretkey",
          "secretkeybase",
          "secrets",
          "sessionid",
          "signingkey",
          "token");

  private static final int LONGEST_NAME = 40;
  private static final String AROUND_NAME = " \"'`)]\\";
  private static final String BETWEEN_WORDS = " _-.";

  /** What begins a sentence about a secret, and values that are none. */
  private static final Pattern SPOKEN =
      anyCase(
          "are|auth(?:entication|orization)?|cannot|does|expected|expired|false|has|header"
              + "|invalid|is|may|missing|must|n/a|needs|not?|none|null|realm|required|scheme|should"
              + "|tokens?|too|true|undefined|unknown|was|were");

  /** What stands between {@code Authorization:} and the credentials. */
  private static final Pattern SCHEME =
      anyCase("apikey|aws4-hmac-sha256|basic|bearer|digest|dpop|hmac|negotiate|ntlm|token");

  private static final Pattern OPTION = Pattern.compile("(?:^|[ \"'`])--?[\\w-]{1,40}+$");

  /** Where a value without quotes ends, besides a space: before what closes or continues a list. */
  private static final Pattern VALUE_END =
      Pattern.compile(
          "[\"'`)\\]}>.,;:!?…]{1,16}+(?: |$)"
              + "|[\"'`)\\]}]{0,4}+[,;&|][\"'`(\\[{]{0,4}+[\\w.-]{1,64}+[\"'`]{0,2}+[=:]");

  private static final Pattern MASKED = Pattern.compile("[*…]*+");
  private static final Pattern ENCODED = Pattern.compile(".*(?:[0-9=]|[a-z][A-Z])");

  private Assignments() {}

  /** What is assigned to the name of a secret; its quotes and brackets stay. */
  static @Nullable Hit value(String text, int done, int at) {
    boolean assignment = "=:".indexOf(text.charAt(at)) >= 0;
    boolean sentence = at == done && text.startsWith(": ", at);
    if (!assignment || sentence || !isSecretNamed(text, at)) {
      return null;
    }
    int from = skip(text, at, "=:> ");
    int open = skip(text, from, "\\");
    return isOpening(text, open)
        ? quoted(text, from, open)
        : secret(text, from, unquotedEnd(text, at, from));
  }

  /** What follows {@code Bearer}, {@code Basic} or {@code --password} after a space. */
  static @Nullable Hit credentials(String text, int done, int at) {
    if (text.charAt(at) != ' ') {
      return null;
    }
    boolean basic = endsWith(text, at, "basic");
    if (!basic && !endsWith(text, at, "bearer") && !isSecretOption(text, at)) {
      return null;
    }
    int from = at + 1;
    int open = skip(text, from, "\\");
    if (isOpening(text, open)) {
      return quoted(text, from, open);
    }
    int to = wordEnd(text, from);
    boolean word = basic && !ENCODED.matcher(text).region(from, to).lookingAt();
    return word ? null : secret(text, from, to);
  }

  private static @Nullable Hit quoted(String text, int from, int open) {
    return secret(text, open + 1, closing(text, open, open - from));
  }

  private static @Nullable Hit secret(String text, int from, int to) {
    String value = text.substring(from, to);
    boolean harmless =
        MASKED.matcher(value).matches()
            || SPOKEN.matcher(value).matches()
            || Redaction.isRedacted(text, from, to);
    return harmless ? null : new Hit(from, to, Redaction.SECRET);
  }

  private static boolean isSecretNamed(String text, int at) {
    String name = nameBefore(text, at);
    return NAMES.stream().anyMatch(name::endsWith);
  }

  private static boolean isSecretOption(String text, int at) {
    String before = text.substring(Math.max(0, at - LONGEST_NAME), at);
    return OPTION.matcher(before).find() && isSecretNamed(text, at);
  }

  /** The letters and digits of the words before an assignment, without a number at their end. */
  private static String nameBefore(String text, int at) {
    int first = Math.max(0, at - LONGEST_NAME);
    int end = at;
    while (end > first && AROUND_NAME.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    while (end > first && Character.isDigit(text.charAt(end - 1))) {
      end--;
    }
    var reversed = new StringBuilder();
    for (int i = end - 1; i >= first && isNameChar(text.charAt(i)); i--) {
      if (Character.isLetterOrDigit(text.charAt(i))) {
        reversed.append(Character.toLowerCase(text.charAt(i)));
      }
    }
    return reversed.reverse().toString();
  }

  private static boolean isNameChar(char c) {
    return Character.isLetterOrDigit(c) || BETWEEN_WORDS.indexOf(c) >= 0;
  }

  private static boolean endsWith(String text, int at, String word) {
    return text.regionMatches(true, at - word.length(), word, 0, word.length());
  }

  private static int skip(String text, int from, String chars) {
    int to = from;
    while (to < text.length() && chars.indexOf(text.charAt(to)) >= 0) {
      to++;
    }
    return to;
  }

  /** A bracket before a space is a character that some parser met, not the start of a list. */
  private static boolean isOpening(String text, int at) {
    if (at + 1 >= text.length() || text.startsWith(Redaction.SECRET, at)) {
      return false;
    }
    return switch (text.charAt(at)) {
      case '"', '\'', '`' -> true;
      case '(', '[', '{' -> text.charAt(at + 1) != ' ';
      default -> false;
    };
  }

  /**
   * Where a quoted value ends: before the closing quote and its escapes, or at the end of the text.
   * A quote belongs to the value if it is escaped once more than the opening one, if it is doubled,
   * or if the value plainly goes on behind it.
   */
  private static int closing(String text, int open, int escapes) {
    char closer = closerOf(text.charAt(open));
    int backslashes = 0;
    for (int i = open + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean unescaped = backslashes % (2 * (escapes + 1)) == escapes;
      if (c == closer && unescaped && !goesOn(text, i + 1, closer)) {
        return i - escapes;
      }
      backslashes = c == '\\' ? backslashes + 1 : 0;
    }
    return text.length();
  }

  private static char closerOf(char open) {
    return switch (open) {
      case '(' -> ')';
      case '[' -> ']';
      case '{' -> '}';
      default -> open;
    };
  }

  private static boolean goesOn(String text, int at, char closer) {
    return at < text.length()
        && (text.charAt(at) == closer || Character.isLetterOrDigit(text.charAt(at)));
  }

  private static int unquotedEnd(String text, int at, int from) {
    int to = wordEnd(text, from);
    if (SCHEME.matcher(text).region(from, to).matches() && text.startsWith(" ", to)) {
      to = wordEnd(text, to + 1);
    }
    while (endsWith(text, at, "cookie") && text.startsWith("; ", to)) {
      to = wordEnd(text, to + 2);
    }
    return to;
  }

  private static int wordEnd(String text, int from) {
    var end = VALUE_END.matcher(text);
    int to = from;
    while (to < text.length()
        && text.charAt(to) != ' '
        && !end.region(to, text.length()).lookingAt()) {
      to++;
    }
    return to;
  }

  private static Pattern anyCase(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }
}
