package dev.taskd.application.webhook;

import dev.taskd.application.json.InvalidJson;
import dev.taskd.application.json.JsonLimits;
import dev.taskd.application.json.JsonText;
import dev.taskd.application.json.JsonText.Kind;
import java.util.Map;

/**
 * What a delivery's payload says.
 *
 * @param type which event it is
 * @param data the task as it was then, as an object
 */
record Event(String type, JsonText data) {
  /** What the door let in stands two levels deeper in an event, and more than once. */
  private static final JsonLimits LIMITS =
      new JsonLimits(Integer.MAX_VALUE, JsonLimits.DEFAULT.maxDepth() + 2);

  static Event parse(String payload) throws InvalidJson {
    Map<String, JsonText> members = JsonText.parse(payload, LIMITS).members();
    JsonText type = members.get("type");
    JsonText data = members.get("data");
    if (type == null || type.kind() != Kind.STRING || data == null || data.kind() != Kind.OBJECT) {
      throw new InvalidJson("an object without a type or without data");
    }
    return new Event(type.string(), data);
  }
}
