package dev.taskd.adapters.http;

import dev.taskd.domain.text.SafeText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parameters of one request's query: each at most once, and none that the call has not. */
final class Query {
  /** No answer has more entries. */
  static final int MOST = 200;

  private static final int USUAL = 50;
  private static final Pattern WHOLE_NUMBER = Pattern.compile("[0-9]{1,9}");
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

  private final Map<String, String> values = new HashMap<>();

  /**
   * Reads a query.
   *
   * @param raw as it was sent, without the question mark; null if there was none
   * @param known the parameters that the call has
   */
  Query(@Nullable String raw, List<String> known) {
    if (raw != null && !raw.isEmpty()) {
      for (String pair : raw.split("&", -1)) {
        add(pair, known);
      }
    }
  }

  private void add(String pair, List<String> known) {
    int equals = pair.indexOf('=');
    String name = decode(equals < 0 ? pair : pair.substring(0, equals));
    if (!known.contains(name)) {
      throw flaw(shown(name), Names.unknown(name, known));
    }
    if (values.put(name, equals < 0 ? "" : decode(pair.substring(equals + 1))) != null) {
      throw flaw(name, "is given twice");
    }
  }

  /** How many entries are wanted: 1 to {@link #MOST}, {@value #USUAL} if not said. */
  int limit() {
    Integer limit = value("limit", Query::wholeNumber);
    if (limit == null) {
      return USUAL;
    }
    if (limit < 1 || limit > MOST) {
      throw flaw("limit", "is not 1 to " + MOST);
    }
    return limit;
  }

  /** A duration such as {@code 250ms}, {@code 30s}, {@code 5m} or {@code 2h}; null if not given. */
  @Nullable Duration duration(String name) {
    return value(name, Query::readDuration);
  }

  /** One of {@code known}, by its {@code code}; null if not given. */
  <T> @Nullable T oneOf(String name, T[] known, Function<T, String> code) {
    return value(
        name,
        text ->
            Arrays.stream(known)
                .filter(each -> code.apply(each).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("is not " + listed(known, code))));
  }

  /**
   * A parameter as {@code read} reads it, which throws {@link IllegalArgumentException} with the
   * reason if it cannot; null if not given.
   */
  <T> @Nullable T value(String name, Function<String, T> read) {
    String text = values.get(name);
    if (text == null) {
      return null;
    }
    try {
      return read.apply(text);
    } catch (IllegalArgumentException e) {
      throw flaw(name, SafeText.of(e.getMessage()).value());
    }
  }

  private static <T> String listed(T[] known, Function<T, String> code) {
    return Arrays.stream(known).map(code).collect(Collectors.joining(", "));
  }

  private static Duration readDuration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("is not a duration such as 250ms, 30s or 5m");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }

  private static int wholeNumber(String text) {
    if (!WHOLE_NUMBER.matcher(text).matches()) {
      throw new IllegalArgumentException("is not a whole number");
    }
    return Integer.parseInt(text);
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Refused(Code.MALFORMED_REQUEST, "The query is not well percent-encoded.");
    }
  }

  private static String shown(String foreign) {
    return foreign.isEmpty() ? "" : SafeText.of(foreign).value();
  }

  private static Refused flaw(String parameter, String detail) {
    return new Refused(Problem.of(List.of(Flaw.inQuery(parameter, detail))));
  }
}
