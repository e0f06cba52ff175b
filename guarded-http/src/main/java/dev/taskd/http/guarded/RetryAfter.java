package dev.taskd.http.guarded;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a receiver says when to come back: a number of seconds, or a date in one of HTTP's three
 * forms, all of them in GMT.
 *
 * <p>Source: RFC 9110, sections 10.2.3 and 5.6.7.
 */
final class RetryAfter {
  /** More than anybody means; keeps sums of times in range. */
  static final Duration LONGEST = Duration.ofDays(365);

  private static final Pattern SECONDS = Pattern.compile("[0-9]+");
  private static final int DIGITS_BEYOND_LONGEST = 9;

  private RetryAfter() {}

  /** How long from {@code now}, zero for what is past; null if the value is neither form. */
  static @Nullable Duration parse(String value, Instant now) {
    String text = value.strip();
    if (SECONDS.matcher(text).matches()) {
      return seconds(text);
    }
    return forms(now).stream()
        .flatMap(form -> date(text, form).stream())
        .findFirst()
        .map(at -> bounded(Duration.between(now, at)))
        .orElse(null);
  }

  private static Optional<Instant> date(String text, DateTimeFormatter form) {
    try {
      return Optional.of(LocalDateTime.parse(text, form).toInstant(ZoneOffset.UTC));
    } catch (DateTimeParseException anotherForm) {
      return Optional.empty();
    }
  }

  private static Duration seconds(String digits) {
    String significant = digits.replaceFirst("^0+(?=.)", "");
    return significant.length() >= DIGITS_BEYOND_LONGEST
        ? LONGEST
        : bounded(Duration.ofSeconds(Long.parseLong(significant)));
  }

  private static Duration bounded(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(LONGEST) < 0 ? wait : LONGEST;
  }

  /** The obsolete form has a year of two digits: at most 50 years ahead, else of the past. */
  private static List<DateTimeFormatter> forms(Instant now) {
    int yearsBehind = now.atOffset(ZoneOffset.UTC).getYear() - 49;
    return List.of(
        DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US),
        new DateTimeFormatterBuilder()
            .appendPattern("EEEE, dd-MMM-")
            .appendValueReduced(ChronoField.YEAR, 2, 2, yearsBehind)
            .appendPattern(" HH:mm:ss 'GMT'")
            .toFormatter(Locale.US),
        DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US));
  }
}
