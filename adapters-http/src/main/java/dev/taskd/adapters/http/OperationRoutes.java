package dev.taskd.adapters.http;

import dev.taskd.application.Stats;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The calls that say how the system is doing, and what the API is. */
public final class OperationRoutes implements Routes {
  private final Stats stats;
  private final byte[] openapi = openapi();

  public OperationRoutes(Stats stats) {
    this.stats = stats;
  }

  @Override
  public void join(Api api) {
    api.get("/v1/stats", this::stats);
    api.get("/openapi.yaml", (ctx, query) -> Answer.of(200, "application/yaml", openapi));
  }

  private Answer stats(Context ctx, Query query) {
    Stats.Snapshot snapshot = stats.snapshot();
    return Answer.json(200, json -> StatsJson.write(json, snapshot));
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
