package dev.taskd.bootstrap.config;

import dev.taskd.adapters.webhook.HttpWebhookSender;
import dev.taskd.domain.job.Topic;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How the text of a value is read. Blanks around it do not count, but in a password.
 *
 * @param takes what may be written, as the documentation says it
 * @param reader throws {@link IllegalArgumentException} with what is wrong, to be read after the
 *     value and without it: {@code is not true or false}
 */
record Format<T>(String takes, Function<String, T> reader) {
  /** More than this is a slip, and far from what overflows. */
  private static final Duration LONGEST = Duration.ofDays(365);

  private static final String NUMBER = "(0|[1-9][0-9]*)";
  private static final Pattern WHOLE = Pattern.compile(NUMBER);
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final Pattern DURATION = Pattern.compile(NUMBER + "(ms|s|m|h)");
  private static final Pattern SIZE = Pattern.compile(NUMBER + "(B|KiB|MiB|GiB)");
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
  private static final Pattern TOKEN = Pattern.compile("[!-~&&[^,]]*");
  private static final int SHORTEST_TOKEN = 16;

  static final Format<Boolean> FLAG = trimmed("`true` or `false`", Format::flag);
  static final Format<Path> DIRECTORY = trimmed("a path", Format::directory);
  static final Format<String> LISTEN_HOST =
      trimmed("a host name or an address", text -> HostName.check(text));
  static final Format<String> HOSTS =
      trimmed("a list of host names", text -> HostName.check(text).toLowerCase(Locale.ROOT));
  static final Format<String> POSTGRES_URL =
      trimmed("`jdbc:postgresql://…` or `postgresql://…`", PostgresUrl::normalised);
  static final Format<String> NAME = trimmed("a name", Format::withoutControls);
  static final Format<Secret<String>> PASSWORD =
      new Format<>("a password", text -> new Secret<>(withoutControls(text)));
  static final Format<Secret<URI>> WEBHOOK_URL =
      trimmed("`http://…` or `https://…`", text -> new Secret<>(webhookTarget(text, true)));
  static final Format<Secret<String>> TOKENS =
      trimmed("a list of tokens, each at least " + SHORTEST_TOKEN + " characters", Format::token);
  static final Format<Topic> TOPICS = trimmed("a list of topics", Format::topic);
  static final Format<String> STEPS = trimmed("a list of steps", Function.identity());
  static final Format<Duration> DURATION_OR_ZERO = duration(Duration.ZERO);
  static final Format<Duration> SOME_DURATION = duration(Duration.ofMillis(1));
  static final Format<Optional<Duration>> DURATION_OR_OFF =
      trimmed(
          SOME_DURATION.takes() + ", or `off`",
          text -> text.equals("off") ? Optional.empty() : Optional.of(SOME_DURATION.read(text)));

  T read(String text) {
    return reader.apply(text);
  }

  static Format<Integer> whole(int min, int max) {
    String takes = "a whole number from " + min + " to " + max;
    return trimmed(
        takes,
        text -> {
          demand(WHOLE.matcher(text).matches(), "is not " + takes);
          long number = number(text);
          demand(number >= min && number <= max, "is not " + takes);
          return (int) number;
        });
  }

  static Format<Integer> mebibytes(int max) {
    String takes = "a size from 1KiB to " + max + "MiB";
    return trimmed(
        takes,
        text -> {
          demand(
              !DIGITS.matcher(text).matches(),
              "has no unit: write a size such as 512KiB or 16MiB (B, KiB, MiB, GiB)");
          Matcher size = SIZE.matcher(text);
          demand(size.matches(), "is not a size such as 512KiB or 16MiB (B, KiB, MiB, GiB)");
          long number = number(size.group(1));
          long unit = unitOfSize(size.group(2));
          demand(number <= ((long) max << 20) / unit && number * unit >= 1024, "is not " + takes);
          return (int) (number * unit);
        });
  }

  static <E extends Enum<E>> Format<E> oneOf(Class<E> type) {
    List<String> names = Arrays.stream(type.getEnumConstants()).map(Format::spelt).toList();
    return trimmed(
        names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(" or ")),
        text -> {
          demand(names.contains(text), "is not one of " + String.join(", ", names));
          return type.getEnumConstants()[names.indexOf(text)];
        });
  }

  private static Format<Duration> duration(Duration min) {
    return trimmed(
        min.isZero() ? "a duration, `0s` included" : "a duration longer than `0s`",
        text -> {
          Duration duration = duration(text);
          demand(duration.compareTo(min) >= 0, "must be longer than nothing: write 1ms or more");
          demand(duration.compareTo(LONGEST) <= 0, "is longer than a year (8760h)");
          return duration;
        });
  }

  private static Duration duration(String text) {
    demand(!text.startsWith("-"), "is negative: write 0s or more, such as 30s");
    demand(
        !DIGITS.matcher(text).matches(),
        "has no unit: write a duration such as 250ms, 30s, 5m or 2h");
    Matcher duration = DURATION.matcher(text);
    demand(
        duration.matches(),
        "is not a duration such as 250ms, 30s, 5m or 2h (one whole number and its unit)");
    long number = number(duration.group(1));
    return switch (duration.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  /** Clamped far beyond every limit, so that no later step overflows. */
  private static long number(String digits) {
    return digits.length() > 15 ? 1_000_000_000_000_000L : Long.parseLong(digits);
  }

  private static long unitOfSize(String unit) {
    return switch (unit) {
      case "B" -> 1;
      case "KiB" -> 1L << 10;
      case "MiB" -> 1L << 20;
      default -> 1L << 30;
    };
  }

  private static boolean flag(String text) {
    demand(text.equals("true") || text.equals("false"), "is not true or false");
    return text.equals("true");
  }

  private static Path directory(String text) {
    demand(!text.startsWith("~"), "starts with ~, which only a shell knows: write the path out");
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("is not a path: " + e.getReason(), e);
    }
  }

  private static String withoutControls(String text) {
    demand(
        !CONTROL.matcher(text).find(),
        "holds a line break or another control character: remove it (a file often ends in one)");
    return text;
  }

  private static Topic topic(String text) {
    try {
      return new Topic(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "is not a topic: write 1 to 100 letters, digits, dots, hyphens and underscores", e);
    }
  }

  /** The one rule for such URLs; its words name the key, which a fault does by itself. */
  static URI webhookTarget(String text, boolean allowPrivate) {
    try {
      return HttpWebhookSender.target(text, allowPrivate);
    } catch (IllegalArgumentException e) {
      String problem = String.valueOf(e.getMessage());
      throw new IllegalArgumentException(problem.replaceFirst("^webhook\\.url ", ""), e);
    }
  }

  private static Secret<String> token(String text) {
    demand(
        TOKEN.matcher(text).matches(),
        "holds something else than printable ASCII without blanks and commas");
    demand(
        text.length() >= SHORTEST_TOKEN,
        "is shorter than " + SHORTEST_TOKEN + " characters: use a long random one");
    return new Secret<>(text);
  }

  private static <T> Format<T> trimmed(String takes, Function<String, T> reader) {
    return new Format<>(takes, text -> reader.apply(text.strip()));
  }

  private static String spelt(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static void demand(boolean isRight, String problem) {
    if (!isRight) {
      throw new IllegalArgumentException(problem);
    }
  }
}
