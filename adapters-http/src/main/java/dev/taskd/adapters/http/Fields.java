package dev.taskd.adapters.http;

import dev.taskd.application.json.InvalidJson;
import dev.taskd.application.json.JsonText;
import dev.taskd.application.json.JsonText.Kind;
import dev.taskd.domain.text.SafeText;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The members of one JSON object in a request. Reading one that has a wrong value notes a flaw and
 * goes on, so that a client learns of all at once. A member that is {@code null} counts as absent.
 */
final class Fields {
  /** Source: RFC 3339, section 5.6; the parser behind it bears with more. */
  private static final Pattern TIME =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?"
              + "([Zz]|[+-][0-9]{2}:[0-9]{2})");

  /** A later one could not be told in the same form. */
  private static final Instant LAST_TIME = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private final String pointer;
  private final Map<String, JsonText> members;
  private final List<Flaw> flaws;

  /**
   * @param pointer where the object stands in the body
   * @param known all other members are flaws
   * @param flaws takes what is wrong
   */
  Fields(String pointer, Map<String, JsonText> members, List<String> known, List<Flaw> flaws) {
    this.pointer = pointer;
    this.members = members;
    this.flaws = flaws;
    for (String name : members.keySet()) {
      if (!known.contains(name)) {
        flaw(name.isEmpty() ? "" : SafeText.of(name).value(), Names.unknown(name, known));
      }
    }
  }

  /** A member of any kind; null if absent. */
  @Nullable JsonText any(String name) {
    JsonText value = members.get(name);
    return value == null || value.kind() == Kind.NULL ? null : value;
  }

  /** A JSON object; null if absent or wrong. */
  @Nullable JsonText object(String name) {
    return ofKind(name, Kind.OBJECT, "is not a JSON object");
  }

  /** A JSON array that must be there; null if it is not. */
  @Nullable JsonText requiredArray(String name) {
    requireThere(name);
    return ofKind(name, Kind.ARRAY, "is not a JSON array");
  }

  /** A string; null if absent or wrong. */
  @Nullable String text(String name) {
    JsonText value = ofKind(name, Kind.STRING, "is not a JSON string");
    return value == null ? null : Documents.string(value);
  }

  /** A string that must be there; empty if it is not. */
  String requiredText(String name) {
    requireThere(name);
    String text = text(name);
    return text == null ? "" : text;
  }

  /** A whole number; null if absent or wrong. */
  @Nullable Integer wholeNumber(String name, int least, int most) {
    JsonText value = any(name);
    if (value == null) {
      return null;
    }
    try {
      long number = value.integer();
      if (number >= least && number <= most) {
        return (int) number;
      }
    } catch (InvalidJson noInteger) {
      // Told below, like every other number that cannot be had.
    }
    flaw(name, "is not a whole number from " + least + " to " + most);
    return null;
  }

  /** A whole number that must be there; {@code least} if it is not, or is wrong. */
  int requiredWholeNumber(String name, int least, int most) {
    requireThere(name);
    Integer number = wholeNumber(name, least, most);
    return number == null ? least : number;
  }

  /** A point in time; null if absent or wrong. */
  @Nullable Instant time(String name) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    try {
      if (TIME.matcher(text).matches()) {
        Instant time = OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant();
        if (!time.isAfter(LAST_TIME)) {
          return time;
        }
      }
    } catch (DateTimeParseException noSuchDay) {
      // Told below, like every other text that is no time.
    }
    flaw(name, "is not a time such as 2026-01-31T08:00:00Z");
    return null;
  }

  void flaw(String name, String detail) {
    String escaped = name.replace("~", "~0").replace("/", "~1");
    flaws.add(Flaw.inBody(pointer + "/" + escaped, detail));
  }

  private @Nullable JsonText ofKind(String name, Kind kind, String otherwise) {
    JsonText value = any(name);
    if (value != null && value.kind() != kind) {
      flaw(name, otherwise);
      return null;
    }
    return value;
  }

  private void requireThere(String name) {
    if (any(name) == null) {
      flaw(name, "is missing and needed");
    }
  }
}
