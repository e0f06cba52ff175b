package dev.taskd.adapters.http;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One part of a list.
 *
 * @param next where the rest begins; null if there is none
 */
record Page<T>(List<T> entries, @Nullable String next) {
  /** So many are asked for at once: what does not fit is not all read to find that out. */
  private static final int PIECE = 20;

  /** A page ends before the entry that would bring its texts beyond this, the first apart. */
  private static final long MOST_CHARACTERS = 8L << 20;

  /** Where entries come from. */
  @FunctionalInterface
  interface Source<T> {
    /** So many entries, fewer at the end, from behind {@code last} on; null for the first ones. */
    List<T> after(@Nullable T last, int count);
  }

  /** As many as fit, and at most {@code limit}. */
  static <T> Page<T> of(
      Source<T> source, int limit, ToLongFunction<T> characters, Function<T, String> cursorAfter) {
    List<T> entries = new ArrayList<>();
    long sum = 0;
    while (true) {
      T last = entries.isEmpty() ? null : entries.getLast();
      int count = Math.min(PIECE, limit + 1 - entries.size());
      List<T> piece = source.after(last, count);
      for (T each : piece) {
        sum += characters.applyAsLong(each);
        if (entries.size() == limit || (sum > MOST_CHARACTERS && !entries.isEmpty())) {
          return new Page<>(entries, cursorAfter.apply(entries.getLast()));
        }
        entries.add(each);
      }
      if (piece.size() < count) {
        return new Page<>(entries, null);
      }
    }
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
