package dev.taskd.domain.text;

import dev.taskd.domain.text.Rule.Hit;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules for secrets that are known by their own look. */
final class Secrets {
  private static final Pattern ANY_6 = Pattern.compile("[\\w+/.~-]{6}");
  private static final Pattern ANY_16 = Pattern.compile("[\\w+/.~-]{16}");
  private static final Pattern LETTERS_16 = Pattern.compile("[A-Za-z0-9]{16}");
  private static final Pattern CAPITALS_16 = Pattern.compile("[A-Z0-9]{16}");
  private static final Pattern TWO_PARTS = Pattern.compile("[\\w-]{16,32}+\\.[\\w-]{16}");

  /** A secret whose issuer lets it begin with a mark of its own. */
  private record Known(String start, Pattern body) {
    boolean isAt(String text, int at) {
      return text.startsWith(start, at)
          && body.matcher(text).region(at + start.length(), text.length()).lookingAt();
    }
  }

  /** No mark needs a word boundary before it: dropped characters may have joined it to a word. */
  private static final List<Known> KNOWN =
      List.of(
          new Known("whsec_", ANY_6),
          new Known("AKIA", CAPITALS_16),
          new Known("ASIA", CAPITALS_16),
          new Known("AIza", ANY_16),
          new Known("ya29.", ANY_16),
          new Known("ghp_", LETTERS_16),
          new Known("gho_", LETTERS_16),
          new Known("ghu_", LETTERS_16),
          new Known("ghs_", LETTERS_16),
          new Known("ghr_", LETTERS_16),
          new Known("github_pat_", ANY_16),
          new Known("glpat-", ANY_16),
          new Known("npm_", LETTERS_16),
          new Known("pypi-AgE", ANY_16),
          new Known("hf_", LETTERS_16),
          new Known("xoxa-", ANY_6),
          new Known("xoxb-", ANY_6),
          new Known("xoxe-", ANY_6),
          new Known("xoxe.", ANY_6),
          new Known("xoxp-", ANY_6),
          new Known("xoxr-", ANY_6),
          new Known("xoxs-", ANY_6),
          new Known("xapp-", ANY_6),
          new Known("sk_live_", LETTERS_16),
          new Known("sk_test_", LETTERS_16),
          new Known("rk_live_", LETTERS_16),
          new Known("rk_test_", LETTERS_16),
          new Known("sk-ant-", ANY_16),
          new Known("sk-proj-", ANY_16),
          new Known("SG.", TWO_PARTS),
          new Known("eyJ", ANY_16));

  /** With or without its beginning, which a word glued to it may have taken along. */
  private static final Pattern PRIVATE_KEY =
      Pattern.compile("BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|PRIVATE KEY(?: BLOCK)?---");

  private static final Pattern PRIVATE_KEY_END =
      Pattern.compile("END [A-Z0-9 ]{0,40}PRIVATE KEY[ -]{0,5}+");

  private static final Pattern UUID =
      Pattern.compile("\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}(?![A-Za-z0-9])");
  private static final int UUID_LENGTH = 36;

  /** 32 hexadecimal digits are 128 bits, less than which no key of today has. */
  private static final int SHORTEST_RUN = 32;

  /** Names change less often between letters and digits, random characters more often. */
  private static final int CHANGES_IN_ONE_CASE = 6;

  private static final int CHANGES_IN_BOTH_CASES = 4;

  private Secrets() {}

  /** A secret that begins with a known mark. */
  static @Nullable Hit known(String text, int done, int at) {
    for (Known known : KNOWN) {
      if (known.isAt(text, at)) {
        int to = runEnd(text, at, c -> isWordChar(c) || ".~".indexOf(c) >= 0);
        return secret(at, text.charAt(to - 1) == '.' ? to - 1 : to);
      }
    }
    return null;
  }

  /** A private key in PEM, up to its last line, or to the end of the text if that is missing. */
  static @Nullable Hit privateKey(String text, int done, int at) {
    if ("BP".indexOf(text.charAt(at)) < 0
        || !PRIVATE_KEY.matcher(text).region(at, text.length()).lookingAt()) {
      return null;
    }
    var end = PRIVATE_KEY_END.matcher(text).region(at, text.length());
    return secret(at, end.find() ? end.end() : text.length());
  }

  /** A long run of hexadecimal digits, or of letters and digits that are mixed as thoroughly. */
  static @Nullable Hit alphanumeric(String text, int done, int at) {
    if (!isStart(text, done, at, Secrets::isAlphanumeric)) {
      return null;
    }
    int to = runEnd(text, at, Secrets::isAlphanumeric);
    int enough = runEnd(text, at, Secrets::isHex) == to ? 1 : CHANGES_IN_ONE_CASE;
    return to - at >= SHORTEST_RUN && changes(text, at, to) >= enough ? secret(at, to) : null;
  }

  /** A long run in both cases, as keys in base64 are. What is a UUID stays. */
  static @Nullable Hit base64(String text, int done, int at) {
    if (!isStart(text, done, at, Secrets::isWordChar) && !isUuid(text, at - UUID_LENGTH)) {
      return null;
    }
    int to = at;
    while (to < text.length() && isWordChar(text.charAt(to)) && !isUuid(text, to)) {
      to++;
    }
    return to - at >= SHORTEST_RUN
            && changes(text, at, to) >= CHANGES_IN_BOTH_CASES
            && text.substring(at, to).chars().anyMatch(Character::isUpperCase)
            && text.substring(at, to).chars().anyMatch(Character::isLowerCase)
        ? secret(at, to)
        : null;
  }

  private static Hit secret(int from, int to) {
    return new Hit(from, to, Redaction.SECRET);
  }

  private static boolean isStart(String text, int done, int at, IntPredicate run) {
    return run.test(text.charAt(at)) && (at == done || !run.test(text.charAt(at - 1)));
  }

  private static int runEnd(String text, int from, IntPredicate run) {
    int to = from;
    while (to < text.length() && run.test(text.charAt(to))) {
      to++;
    }
    return to;
  }

  /** How often a letter stands beside a digit. */
  private static int changes(String text, int from, int to) {
    int changes = 0;
    for (int i = from + 1; i < to; i++) {
      char left = text.charAt(i - 1);
      char right = text.charAt(i);
      if (isAlphanumeric(left) && isAlphanumeric(right) && isDigit(left) != isDigit(right)) {
        changes++;
      }
    }
    return changes;
  }

  private static boolean isUuid(String text, int at) {
    return at >= 0
        && at + UUID_LENGTH <= text.length()
        && text.charAt(at + 8) == '-'
        && (at == 0 || !isAlphanumeric(text.charAt(at - 1)))
        && UUID.matcher(text).region(at, text.length()).lookingAt();
  }

  private static boolean isWordChar(int c) {
    return isAlphanumeric(c) || "+/_-".indexOf(c) >= 0;
  }

  private static boolean isAlphanumeric(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c);
  }

  private static boolean isHex(int c) {
    return (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || isDigit(c);
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
