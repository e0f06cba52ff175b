package dev.taskd.application.json;

import dev.taskd.domain.task.EventType;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskError;
import java.io.StringWriter;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * How a task looks to the world. Its input, result and metadata go out byte for byte, and every
 * member is there, null where there is nothing to say.
 */
public final class TaskJson {
  private static final JsonFactory FACTORY = JsonFactory.builder().build();

  private TaskJson() {}

  /** The task as one JSON object. */
  public static String text(Task task) {
    return written(json -> write(task, json));
  }

  /** An event: {@code {"type","timestamp","data":<the task>}}. */
  public static String event(EventType type, Instant at, Task task) {
    return written(
        json -> {
          json.writeStartObject();
          json.writeStringProperty("type", type.code());
          time(json, "timestamp", at);
          json.writeName("data");
          write(task, json);
          json.writeEndObject();
        });
  }

  /** Writes the task as one value. */
  public static void write(Task task, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("id", task.id().toString());
    json.writeStringProperty("type", task.type());
    json.writeStringProperty("state", task.state().code());
    raw(json, "input", task.input());
    raw(json, "result", task.result());
    json.writeName("error");
    write(task.error(), json);
    json.writeNumberProperty("attempts", task.attempts());
    json.writeStringProperty("priority", task.priority().name().toLowerCase(Locale.ROOT));
    raw(json, "metadata", task.metadata());
    time(json, "created_at", task.createdAt());
    time(json, "run_at", task.runAt());
    time(json, "started_at", task.startedAt());
    time(json, "finished_at", task.finishedAt());
    json.writeEndObject();
  }

  private static void write(@Nullable TaskError error, JsonGenerator json) {
    if (error == null) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    json.writeStringProperty("kind", error.kind().code());
    json.writeNullProperty("code");
    string(json, "step", error.step());
    json.writeNullProperty("server");
    json.writeStringProperty("message", error.message().value());
    json.writeEndObject();
  }

  private static void raw(JsonGenerator json, String name, @Nullable String document) {
    json.writeName(name);
    if (document == null) {
      json.writeNull();
    } else {
      json.writeRawValue(document);
    }
  }

  private static void time(JsonGenerator json, String name, @Nullable Instant time) {
    string(
        json,
        name,
        time == null
            ? null
            : DateTimeFormatter.ISO_INSTANT.format(time.truncatedTo(ChronoUnit.MICROS)));
  }

  private static void string(JsonGenerator json, String name, @Nullable String value) {
    json.writeName(name);
    if (value == null) {
      json.writeNull();
    } else {
      json.writeString(value);
    }
  }

  private static String written(Consumer<JsonGenerator> content) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      content.accept(json);
    }
    return out.toString();
  }
}
