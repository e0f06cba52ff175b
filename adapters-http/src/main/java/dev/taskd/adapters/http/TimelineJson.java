package dev.taskd.adapters.http;

import dev.taskd.domain.task.TimelineEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** What happened to a task, as JSON. */
final class TimelineJson {
  private TimelineJson() {}

  static void write(JsonGenerator json, List<TimelineEntry> entries) {
    json.writeStartObject();
    json.writeArrayPropertyStart("timeline");
    entries.forEach(entry -> write(json, entry));
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, TimelineEntry entry) {
    json.writeStartObject();
    text(json, "at", entry.at());
    text(json, "event", entry.what().code());
    text(json, "step", entry.step());
    json.writeName("attempt");
    if (entry.attempt() == null) {
      json.writeNull();
    } else {
      json.writeNumber(entry.attempt());
    }
    text(json, "error_kind", entry.errorKind() == null ? null : entry.errorKind().code());
    text(json, "message", entry.message() == null ? null : entry.message().value());
    text(json, "until", entry.until());
    json.writeEndObject();
  }

  private static void text(JsonGenerator json, String name, @Nullable Object value) {
    json.writeStringProperty(name, value == null ? null : value.toString());
  }
}
