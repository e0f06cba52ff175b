package dev.taskd.adapters.http;

import dev.taskd.application.health.Health;
import java.util.List;

/** The calls that say how this node is doing, which need nothing but the node. */
public final class HealthRoutes implements Routes {
  private final Health health;

  public HealthRoutes(Health health) {
    this.health = health;
  }

  @Override
  public void join(Api api) {
    api.get("/healthz", (ctx, query) -> health(Code.UNHEALTHY, "ailments", health.ailments()));
    api.get("/readyz", (ctx, query) -> health(Code.NOT_READY, "obstacles", health.obstacles()));
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
}
