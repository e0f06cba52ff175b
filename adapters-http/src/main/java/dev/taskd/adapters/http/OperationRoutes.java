package dev.taskd.adapters.http;

import dev.taskd.application.Stats;
import dev.taskd.application.health.Health;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** The calls that say how the system and this node are doing, and what the API is. */
public final class OperationRoutes implements Routes {
  private final Stats stats;
  private final Health health;
  private final byte[] openapi = openapi();

  public OperationRoutes(Stats stats, Health health) {
    this.stats = stats;
    this.health = health;
  }

  @Override
  public void join(Api api) {
    api.get("/v1/stats", this::stats);
    api.get("/healthz", (ctx, query) -> health(Code.UNHEALTHY, "ailments", health.ailments()));
    api.get("/readyz", (ctx, query) -> health(Code.NOT_READY, "obstacles", health.obstacles()));
    api.get("/openapi.yaml", (ctx, query) -> Answer.of(200, "application/yaml", openapi));
  }

  private Answer stats(Context ctx, Query query) {
    Stats.Snapshot snapshot = stats.snapshot();
    return Answer.json(200, json -> StatsJson.write(json, snapshot));
  }

  private static Answer health(Code code, String name, List<String> found) {
    return found.isEmpty()
        ? Answer.json(
            200,
            json -> {
              json.writeStartObject();
              json.writeStringProperty("status", "ok");
              json.writeEndObject();
            })
        : Problem.of(code, String.join("; ", found)).withFact(name, found).answer();
  }

  private static byte[] openapi() {
    try (InputStream in =
        Objects.requireNonNull(OperationRoutes.class.getResourceAsStream("openapi.yaml"))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
