package dev.taskd.http.guarded;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One call.
 *
 * @param headers beside those that every call has; their values are visible ASCII
 * @param body a JSON document, sent as it is; empty for a call without one
 * @param answerBytes how much of the answer's body is read; the rest is not waited for
 * @param timeout for the whole exchange
 */
public record Request(
    String method,
    URI target,
    Map<String, String> headers,
    String body,
    int answerBytes,
    Duration timeout) {
  public Request {
    headers = new LinkedHashMap<>(headers);
  }

  /** Neither the target and the headers, which may be secret, nor the body. */
  @Override
  public String toString() {
    return "Request[%s, timeout=%s]".formatted(method, timeout);
  }
}
