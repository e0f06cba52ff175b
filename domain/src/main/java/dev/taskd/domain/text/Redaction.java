package dev.taskd.domain.text;

import dev.taskd.domain.text.Rule.Hit;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The third step of {@link SafeText}: one scan from left to right, and the rules it asks. */
final class Redaction {
  static final String SECRET = "[redacted]";
  static final String PATH = "[path]";
  static final String URL = "[url]";

  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\[(?:redacted|path|url(?: [\\w.:-]{1,260}+)?)\\]");
  private static final int LONGEST_PLACEHOLDER = 267;

  /** In the order in which they are asked; the first that finds something wins. */
  private static final List<Rule> RULES =
      List.of(
          Assignments::value,
          Assignments::credentials,
          Secrets::privateKey,
          Secrets::known,
          Locations::url,
          Locations::drivePath,
          Locations::sharePath,
          Locations::rootPath,
          Locations::query,
          Secrets::alphanumeric,
          Secrets::base64);

  private Redaction() {}

  /** Redacts from the left until there are more than {@code enough} chars of redacted text. */
  static String redact(String text, long enough) {
    var redacted = new StringBuilder();
    int done = 0;
    int at = 0;
    while (at < text.length() && (long) redacted.length() + at - done <= enough) {
      Hit hit = find(text, done, at);
      if (hit == null) {
        at++;
      } else {
        redacted.append(text, done, hit.from()).append(hit.placeholder());
        done = at = hit.to();
      }
    }
    return redacted.append(text, done, at).toString();
  }

  private static @Nullable Hit find(String text, int done, int at) {
    for (Rule rule : RULES) {
      Hit hit = rule.find(text, done, at);
      if (hit != null) {
        return hit;
      }
    }
    return null;
  }

  /** Whether a value was redacted before; its last bracket may look like one around the value. */
  static boolean isRedacted(String text, int from, int to) {
    return to <= from + SECRET.length() && text.startsWith(SECRET, from);
  }

  /** The beginning of the placeholder that a cut would split, or else the cut itself. */
  static int beforeSplitPlaceholder(String text, int cut) {
    int open = text.lastIndexOf('[', cut - 1);
    if (open < 0 || cut - open > LONGEST_PLACEHOLDER) {
      return cut;
    }
    var placeholder = PLACEHOLDER.matcher(text).region(open, text.length());
    return placeholder.lookingAt() && placeholder.end() > cut ? open : cut;
  }
}
