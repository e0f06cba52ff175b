package dev.taskd.adapters.http;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** One response, ready to be sent. Immutable. */
final class Answer {
  private final int status;
  private final Map<String, String> headers;
  private final byte[] body;

  private Answer(int status, Map<String, String> headers, byte[] body) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** An answer that is not guessed at, or kept by anybody on its way. */
  static Answer of(int status, String mediaType, byte[] body) {
    Map<String, String> headers =
        Map.of(
            "Content-Type", mediaType,
            "X-Content-Type-Options", "nosniff",
            "Cache-Control", "no-store");
    return new Answer(status, headers, body);
  }

  /** A JSON document that {@code content} writes. */
  static Answer json(int status, Consumer<JsonGenerator> content) {
    return of(status, "application/json", Json.bytes(content));
  }

  Answer withHeader(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new Answer(status, more, body);
  }

  int status() {
    return status;
  }

  Map<String, String> headers() {
    return headers;
  }

  byte[] body() {
    return body;
  }
}
