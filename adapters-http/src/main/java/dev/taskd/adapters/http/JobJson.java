package dev.taskd.adapters.http;

import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.Queue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** A job as JSON. Its payload is a string, because a payload need not be JSON. */
final class JobJson {
  private JobJson() {}

  static void write(JsonGenerator json, Job job, Queue queue) {
    json.writeStartObject();
    json.writeStringProperty("id", job.id().toString());
    json.writeStringProperty("topic", job.topic().name());
    json.writeStringProperty("queue", queue.name());
    json.writeStringProperty("state", job.state().code());
    json.writeNumberProperty("attempts", job.attempts());
    json.writeNumberProperty("max_attempts", job.maxAttempts());
    json.writeNumberProperty("crashes", job.crashes());
    json.writeStringProperty("priority", job.priority().name().toLowerCase(Locale.ROOT));
    text(json, "available_at", job.availableAt());
    text(json, "payload", job.payload());
    write(json, job.lastError());
    text(json, "task_id", job.task());
    text(json, "node", job.node());
    text(json, "created_at", job.createdAt());
    text(json, "started_at", job.startedAt());
    text(json, "finished_at", job.finishedAt());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, @Nullable Failure lastError) {
    if (lastError == null) {
      json.writeNullProperty("last_error");
      return;
    }
    json.writeObjectPropertyStart("last_error");
    json.writeStringProperty("kind", lastError.kind().code());
    json.writeStringProperty("message", lastError.message().value());
    json.writeEndObject();
  }

  private static void text(JsonGenerator json, String name, @Nullable Object value) {
    json.writeStringProperty(name, value == null ? null : value.toString());
  }
}
