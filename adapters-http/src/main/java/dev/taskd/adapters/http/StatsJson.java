package dev.taskd.adapters.http;

import dev.taskd.application.Stats;
import dev.taskd.application.pool.Tally;
import dev.taskd.application.pool.WorkerPool;
import dev.taskd.domain.job.JobCounts;
import tools.jackson.core.JsonGenerator;

/** The figures of the system and of this node, as JSON. */
final class StatsJson {
  private StatsJson() {}

  static void write(JsonGenerator json, Stats.Snapshot stats) {
    json.writeStartObject();
    json.writeName("jobs");
    write(json, stats.jobs());
    json.writeName("pool");
    write(json, stats.pool());
    json.writeObjectPropertyStart("queues");
    stats
        .queues()
        .forEach(
            (name, load) -> {
              json.writeName(name);
              write(json, load);
            });
    json.writeEndObject();
    json.writeObjectPropertyStart("unhandled");
    stats.unhandled().forEach(json::writeNumberProperty);
    json.writeEndObject();
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

  private static void write(JsonGenerator json, Tally.Counts pool) {
    json.writeStartObject();
    json.writeNumberProperty("claimed", pool.claimed());
    json.writeNumberProperty("succeeded", pool.succeeded());
    json.writeNumberProperty("retried", pool.retried());
    json.writeNumberProperty("buried", pool.buried());
    json.writeNumberProperty("panicked", pool.panicked());
    json.writeNumberProperty("stale", pool.stale());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, WorkerPool.Load load) {
    json.writeStartObject();
    json.writeNumberProperty("concurrency", load.concurrency());
    json.writeNumberProperty("busy", load.busy());
    json.writeNumberProperty("waiting", load.waiting());
    json.writeEndObject();
  }
}
