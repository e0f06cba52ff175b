package dev.taskd.adapters.http;

import dev.taskd.application.Operator;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which dead jobs an operator wants tried again.
 *
 * @param topic only jobs of this topic; null for all
 * @param kind only jobs that died of this; null for all
 */
record RetryRequest(@Nullable Topic topic, @Nullable ErrorKind kind, int limit) {
  private static final List<String> MEMBERS = List.of("topic", "error_kind", "limit");
  private static final String CODES =
      Arrays.stream(ErrorKind.values()).map(ErrorKind::code).collect(Collectors.joining(", "));

  /** Reads one. All that is wrong with it is told at once. */
  static RetryRequest read(byte[] body) {
    List<Flaw> flaws = new ArrayList<>();
    Fields fields = new Fields("", Documents.object(body), MEMBERS, flaws);
    RetryRequest request =
        new RetryRequest(
            topic(fields),
            kind(fields),
            fields.requiredWholeNumber("limit", 1, Operator.MOST_RETRIES));
    if (!flaws.isEmpty()) {
      throw new Refused(Problem.of(flaws));
    }
    return request;
  }

  private static @Nullable Topic topic(Fields fields) {
    String text = fields.text("topic");
    try {
      return text == null ? null : new Topic(text);
    } catch (IllegalArgumentException e) {
      fields.flaw("topic", "is not 1 to 100 letters, digits, dots, hyphens and underscores");
      return null;
    }
  }

  private static @Nullable ErrorKind kind(Fields fields) {
    String text = fields.text("error_kind");
    if (text == null) {
      return null;
    }
    for (ErrorKind kind : ErrorKind.values()) {
      if (kind.code().equals(text)) {
        return kind;
      }
    }
    fields.flaw("error_kind", "is not one of " + CODES);
    return null;
  }
}
