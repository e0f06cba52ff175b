package dev.taskd.adapters.http;

import dev.taskd.application.Stats;
import dev.taskd.application.housekeeping.Housework;
import dev.taskd.application.pool.Tally;
import dev.taskd.application.pool.WorkerPool;
import dev.taskd.domain.job.JobCounts;
import dev.taskd.domain.job.Queue;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** The figures of the system and of this node, as JSON. */
final class StatsJson {
  private StatsJson() {}

  static void write(JsonGenerator json, Stats.Snapshot stats) {
    json.writeStartObject();
    json.writeName("jobs");
    write(json, stats.jobs());
    json.writeName("pool");
    write(json, stats.pool(), stats.abandoned());
    json.writeObjectPropertyStart("queues");
    stats
        .queues()
        .forEach(
            (name, load) -> {
              json.writeName(name);
              write(json, load, stats.paused().contains(new Queue(name)));
            });
    json.writeEndObject();
    json.writeObjectPropertyStart("unhandled");
    stats.unhandled().forEach(json::writeNumberProperty);
    json.writeEndObject();
    json.writeName("housekeeping");
    write(json, stats.housework());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Housework housework) {
    json.writeStartObject();
    json.writeName("retention");
    write(json, housework.sweep());
    json.writeNumberProperty("removed_tasks", housework.removedTasks());
    json.writeNumberProperty("removed_jobs", housework.removedJobs());
    json.writeName("vacuum");
    write(json, housework.vacuum());
    json.writeNumberProperty("errors", housework.errors());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Housework.@Nullable Run run) {
    if (run == null) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    json.writeStringProperty("last_run", run.at().toString());
    json.writeNumberProperty("duration_ms", run.took().toMillis());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, JobCounts jobs) {
    json.writeStartObject();
    json.writeNumberProperty("pending", jobs.pending());
    json.writeNumberProperty("running", jobs.running());
    json.writeNumberProperty("waiting", jobs.waiting());
    json.writeNumberProperty("done", jobs.done());
    json.writeNumberProperty("dead", jobs.dead());
    json.writeNumberProperty("cancelled", jobs.cancelled());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Tally.Counts pool, int abandoned) {
    json.writeStartObject();
    json.writeNumberProperty("claimed", pool.claimed());
    json.writeNumberProperty("succeeded", pool.succeeded());
    json.writeNumberProperty("retried", pool.retried());
    json.writeNumberProperty("buried", pool.buried());
    json.writeNumberProperty("panicked", pool.panicked());
    json.writeNumberProperty("stale", pool.stale());
    json.writeNumberProperty("escaped", pool.escaped());
    json.writeNumberProperty("abandoned", abandoned);
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, WorkerPool.Load load, boolean paused) {
    json.writeStartObject();
    json.writeNumberProperty("concurrency", load.concurrency());
    json.writeNumberProperty("busy", load.busy());
    json.writeNumberProperty("waiting", load.waiting());
    json.writeBooleanProperty("paused", paused);
    json.writeEndObject();
  }
}
