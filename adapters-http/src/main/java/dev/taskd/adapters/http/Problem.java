package dev.taskd.adapters.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * What a client is told when it does not get what it asked for.
 *
 * <p>Source: RFC 9457.
 *
 * @param instance the name under which the log has more; null if it has not
 * @param flaws the wrong values, the first {@value #MOST_FLAWS}, where values are wrong
 * @param facts further members, by name
 */
record Problem(
    Code code,
    String detail,
    @Nullable String instance,
    List<Flaw> flaws,
    SortedMap<String, List<String>> facts,
    Map<String, String> headers) {
  private static final String MEDIA_TYPE = "application/problem+json";
  private static final int MOST_FLAWS = 100;

  static Problem of(Code code, String detail) {
    return of(code, detail, List.of());
  }

  static Problem of(Code code, String detail, List<Flaw> flaws) {
    return new Problem(
        code, detail, null, flaws.stream().limit(MOST_FLAWS).toList(), new TreeMap<>(), Map.of());
  }

  /** The first flaw, which must be there, is also the detail. */
  static Problem of(Code code, List<Flaw> flaws) {
    return of(code, flaws.getFirst().sentence(), flaws);
  }

  static Problem of(List<Flaw> flaws) {
    return of(Code.INVALID_REQUEST, flaws);
  }

  Problem withFact(String name, List<String> values) {
    SortedMap<String, List<String>> more = new TreeMap<>(facts);
    more.put(name, values);
    return new Problem(code, detail, instance, flaws, more, headers);
  }

  Problem withInstance(String instance) {
    return new Problem(code, detail, instance, flaws, facts, headers);
  }

  Problem withHeader(String name, String value) {
    return new Problem(code, detail, instance, flaws, facts, Map.of(name, value));
  }

  Answer answer() {
    Answer answer = Answer.of(code.status(), MEDIA_TYPE, Json.bytes(this::write));
    for (var header : headers.entrySet()) {
      answer = answer.withHeader(header.getKey(), header.getValue());
    }
    return answer;
  }

  private void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("type", "urn:taskd:problem:" + code.text());
    json.writeStringProperty("title", code.title());
    json.writeNumberProperty("status", code.status());
    json.writeStringProperty("code", code.text());
    json.writeStringProperty("detail", detail);
    if (instance != null) {
      json.writeStringProperty("instance", instance);
    }
    if (!flaws.isEmpty()) {
      json.writeArrayPropertyStart("errors");
      flaws.forEach(flaw -> write(json, flaw));
      json.writeEndArray();
    }
    facts.forEach(
        (name, values) -> {
          json.writeArrayPropertyStart(name);
          values.forEach(json::writeString);
          json.writeEndArray();
        });
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Flaw flaw) {
    json.writeStartObject();
    json.writeStringProperty(flaw.kind().name().toLowerCase(Locale.ROOT), flaw.place());
    json.writeStringProperty("detail", flaw.sentence());
    json.writeEndObject();
  }
}
