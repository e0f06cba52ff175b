package dev.taskd.adapters.webhook;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The parts of a receiver's URL that may be its secret, so that they can be taken out of what it
 * writes back: an answer like "no hook at /services/…" would carry them into the log.
 */
final class UrlSecrets {
  private static final Pattern SEPARATORS = Pattern.compile("[/?&=;]");

  /** A plain word, or too short to be a secret. */
  private static final Predicate<String> HARMLESS =
      Pattern.compile("[a-z-]*|.{1,7}").asMatchPredicate();

  private final List<String> parts;

  private UrlSecrets(List<String> parts) {
    this.parts = parts;
  }

  static UrlSecrets of(URI target) {
    Stream<String> raw = Stream.of(target.getRawPath(), target.getRawQuery());
    return new UrlSecrets(
        raw.filter(Objects::nonNull)
            .flatMap(SEPARATORS::splitAsStream)
            .flatMap(part -> Stream.of(part, decoded(part)))
            .filter(HARMLESS.negate())
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList());
  }

  String removedFrom(String text) {
    String clean = text;
    for (String part : parts) {
      clean = clean.replace(part, "[redacted]");
    }
    return clean;
  }

  private static String decoded(String part) {
    try {
      return URLDecoder.decode(part, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return part;
    }
  }
}
