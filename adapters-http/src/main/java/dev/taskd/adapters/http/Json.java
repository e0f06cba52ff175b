package dev.taskd.adapters.http;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** JSON on its way out. */
final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /** What {@code content} writes, in UTF-8. */
  static byte[] bytes(Consumer<JsonGenerator> content) {
    var out = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      content.accept(json);
    }
    return out.toByteArray();
  }
}
