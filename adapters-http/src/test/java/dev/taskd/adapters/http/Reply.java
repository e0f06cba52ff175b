package dev.taskd.adapters.http;

import java.net.http.HttpHeaders;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a server answered. */
record Reply(int status, HttpHeaders headers, String body) {
  JsonNode json() {
    return JsonMapper.shared().readTree(body);
  }

  /** A member of the document as text; numbers as they are written. */
  String text(String pointer) {
    return json().at(pointer).asString();
  }

  String code() {
    return text("/code");
  }

  String header(String name) {
    return headers.firstValue(name).orElse("");
  }
}
