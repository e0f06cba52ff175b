package dev.taskd.adapters.http;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One part of a list.
 *
 * @param next where the rest begins; null if there is none
 */
record Page<T>(List<T> entries, @Nullable String next) {
  /** The first {@code limit} of {@code found}, which was asked for one more than that. */
  static <T> Page<T> of(List<T> found, int limit, Function<T, String> cursorAfter) {
    return found.size() <= limit
        ? new Page<>(found, null)
        : new Page<>(found.subList(0, limit), cursorAfter.apply(found.get(limit - 1)));
  }

  Answer answer(String name, BiConsumer<JsonGenerator, T> write) {
    return Answer.json(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart(name);
          entries.forEach(each -> write.accept(json, each));
          json.writeEndArray();
          json.writeStringProperty("next_cursor", next);
          json.writeEndObject();
        });
  }
}
