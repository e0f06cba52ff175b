package dev.taskd.adapters.http;

import dev.taskd.application.json.InvalidJson;
import dev.taskd.application.json.JsonLimits;
import dev.taskd.application.json.JsonText;
import dev.taskd.application.json.JsonText.Kind;
import java.util.List;
import java.util.Map;

/** Opens the JSON documents that requests carry, and refuses what is none. */
final class Documents {
  private Documents() {}

  /** The members of the one object that a body must be. */
  static Map<String, JsonText> object(byte[] body) {
    try {
      JsonText document =
          JsonText.parse(
              body, new JsonLimits(Math.max(1, body.length), JsonLimits.DEFAULT.maxDepth()));
      if (document.kind() != Kind.OBJECT) {
        throw new Refused(Problem.of(List.of(Flaw.inBody("", "is not a JSON object"))));
      }
      return document.members();
    } catch (InvalidJson e) {
      throw refused(e);
    }
  }

  /** Like {@link #object}, but nothing counts as an object without members. */
  static Map<String, JsonText> objectOrNothing(byte[] body) {
    return body.length == 0 ? Map.of() : object(body);
  }

  static Map<String, JsonText> members(JsonText object) {
    try {
      return object.members();
    } catch (InvalidJson e) {
      throw refused(e);
    }
  }

  static List<JsonText> elements(JsonText array) {
    try {
      return array.elements();
    } catch (InvalidJson e) {
      throw refused(e);
    }
  }

  static String string(JsonText string) {
    try {
      return string.string();
    } catch (InvalidJson e) {
      throw refused(e);
    }
  }

  private static Refused refused(InvalidJson fault) {
    return new Refused(Code.INVALID_JSON, "The body is " + fault.getMessage() + ".");
  }
}
