package dev.taskd.domain.text;

import dev.taskd.domain.text.Rule.Hit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules for URLs, of which the host stays, and for absolute paths. */
final class Locations {
  /** What makes the word before it the scheme of a URL; also as JSON and as percent encoding. */
  private static final Pattern AFTER_SCHEME = Pattern.compile("://|:\\\\/\\\\/|(?i:%3A%2F%2F)");

  /** Host and port, of a URL without a second {@code @}, which would leave doubt about the host. */
  private static final Pattern HOST =
      Pattern.compile(
          "[^/]{0,40}//(?:[^/?#\\\\@]*+@)?"
              + "((?:[\\w.-]{1,253}+|\\[[0-9A-Fa-f:.]{2,45}+\\])(?::[0-9]{1,5}+)?)"
              + "(?:[/?#;,][^@]*+)?");

  /** How {@code java.net.URI} ends a complaint: what follows is its whole input. */
  private static final Pattern COMPLAINT = Pattern.compile("at index [0-9]{1,9}: $");

  private static final int LONGEST_COMPLAINT = 20;

  private static final Pattern QUERY_NAME = Pattern.compile("[?&][\\w.~%-]{1,64}+=");

  private static final Pattern SHARE = Pattern.compile("\\\\{2,4}+[\\w.$?-]{1,255}+\\\\");

  /** The rest of a name with a space in it: a backslash comes soon, and nothing ends the path. */
  private static final Pattern GOES_ON = Pattern.compile(" [^\\\\:\"'`<>|,;]{1,40}\\\\");

  private static final String QUOTES = "\"'`";
  private static final String TRAILING = ".,;:!?)]}>'\"=…";

  private Locations() {}

  /** A URL with its scheme: its host is all that stays. */
  static @Nullable Hit url(String text, int done, int at) {
    int rest = restOfUrl(text, at);
    int from = rest < 0 ? at : schemeStart(text, done, at);
    if (from == at) {
      return null;
    }
    int to = trimmed(text, rest, urlEnd(text, from, rest));
    return new Hit(from, to, placeholder(text.substring(from, to)));
  }

  /** A path that begins with a drive: {@code C:\…}. */
  static @Nullable Hit drivePath(String text, int done, int at) {
    boolean drive =
        text.charAt(at) == ':'
            && at > done
            && Character.isLetter(text.charAt(at - 1))
            && (at == 1 || !Character.isLetterOrDigit(text.charAt(at - 2)))
            && at + 1 < text.length()
            && "\\/".indexOf(text.charAt(at + 1)) >= 0;
    return drive ? windowsPath(text, at - 1, at + 2) : null;
  }

  /** A path that begins with a server: {@code \\server\share\…}, its backslashes escaped or not. */
  static @Nullable Hit sharePath(String text, int done, int at) {
    if (text.charAt(at) != '\\' || (at > done && isWithin(text.charAt(at - 1)))) {
      return null;
    }
    Matcher share = SHARE.matcher(text).region(at, text.length());
    return share.lookingAt() ? windowsPath(text, at, share.end()) : null;
  }

  /** A path that begins at the root or at a home: {@code /home/…}, {@code ~/…}. */
  static @Nullable Hit rootPath(String text, int done, int at) {
    boolean path =
        text.charAt(at) == '/'
            && isPathStart(text, at)
            && isPathChar(text, at + 1)
            && isPathChar(text, at + 2);
    if (!path) {
      return null;
    }
    int from = at > done && text.charAt(at - 1) == '~' ? at - 1 : at;
    return path(from, trimmed(text, at + 1, pathEnd(text, from, at + 1)));
  }

  /** A value in a query without its URL, which a URL with a space in it leaves behind. */
  static @Nullable Hit query(String text, int done, int at) {
    if ("?&".indexOf(text.charAt(at)) < 0) {
      return null;
    }
    Matcher name = QUERY_NAME.matcher(text).region(at, text.length());
    if (!name.lookingAt()) {
      return null;
    }
    int from = name.end();
    int to = trimmed(text, from, endBefore(text, from, " &\"'`<>"));
    boolean nothing = to == from || Redaction.isRedacted(text, from, to);
    return nothing ? null : new Hit(from, to, Redaction.SECRET);
  }

  /** Where the scheme is over, or -1 where no scheme ends. */
  private static int restOfUrl(String text, int at) {
    char c = text.charAt(at);
    if (c != ':' && c != '%') {
      return -1;
    }
    Matcher after = AFTER_SCHEME.matcher(text).region(at, text.length());
    if (after.lookingAt()) {
      return after.end();
    }
    boolean jdbc = c == ':' && text.regionMatches(true, at - 4, "jdbc", 0, 4);
    return jdbc && at + 1 < text.length() && text.charAt(at + 1) != ' ' ? at + 1 : -1;
  }

  private static int schemeStart(String text, int done, int at) {
    int from = at;
    while (from > done && isSchemeChar(text.charAt(from - 1))) {
      from--;
    }
    return from;
  }

  private static int urlEnd(String text, int from, int rest) {
    String before = text.substring(Math.max(0, from - LONGEST_COMPLAINT), from);
    if (COMPLAINT.matcher(before).find()) {
      return text.length();
    }
    int closing = closingQuote(text, from);
    return closing >= 0 ? closing : endBefore(text, rest, " \"`<>");
  }

  private static String placeholder(String url) {
    Matcher host = HOST.matcher(url.replace("\\/", "/"));
    return host.matches() ? "[url " + host.group(1) + "]" : Redaction.URL;
  }

  private static Hit windowsPath(String text, int from, int rest) {
    int closing = closingQuote(text, from);
    int to = closing >= 0 ? closing : endBefore(text, rest, " \"'`<>|,;)");
    Matcher goesOn = GOES_ON.matcher(text);
    while (closing < 0 && to < text.length() && goesOn.region(to, text.length()).lookingAt()) {
      to = endBefore(text, goesOn.end(), " \"'`<>|,;)");
    }
    return path(from, trimmed(text, rest, to));
  }

  private static Hit path(int from, int to) {
    return new Hit(from, to, Redaction.PATH);
  }

  private static int pathEnd(String text, int from, int rest) {
    int closing = closingQuote(text, from);
    return closing >= 0 ? closing : endBefore(text, rest, " \"'`<>|()[]{},;");
  }

  /** Where the quotes close that opened right before {@code from}, or -1. */
  private static int closingQuote(String text, int from) {
    boolean quoted = from > 0 && QUOTES.indexOf(text.charAt(from - 1)) >= 0;
    return quoted ? text.indexOf(text.charAt(from - 1), from) : -1;
  }

  private static int endBefore(String text, int from, String enders) {
    int to = from;
    while (to < text.length() && enders.indexOf(text.charAt(to)) < 0) {
      to++;
    }
    return to;
  }

  /** Leaves to the sentence what belongs to it, and to the next rule an assignment. */
  private static int trimmed(String text, int from, int to) {
    int end = to;
    while (end > from && TRAILING.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  /** Nothing before it that would make the slash a part of a word, a ratio or a closing tag. */
  private static boolean isPathStart(String text, int at) {
    int before = at - 1;
    if (before >= 0 && (text.charAt(before) == '~' || text.charAt(before) == '\\')) {
      before--;
    }
    return before < 0 || (!isWithin(text.charAt(before)) && text.charAt(before) != '<');
  }

  private static boolean isWithin(char c) {
    return Character.isLetterOrDigit(c) || "._~%+-*$/\\)]}".indexOf(c) >= 0;
  }

  private static boolean isPathChar(String text, int at) {
    return at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at))
            || "._~%@+-$/\\".indexOf(text.charAt(at)) >= 0);
  }

  private static boolean isSchemeChar(char c) {
    return Character.isLetterOrDigit(c) || "+.-".indexOf(c) >= 0;
  }
}
