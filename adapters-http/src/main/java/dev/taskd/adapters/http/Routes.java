package dev.taskd.adapters.http;

/** Some of the calls of the API. */
public sealed interface Routes
    permits TaskRoutes, JobRoutes, QueueRoutes, OperationRoutes, HealthRoutes, OpeningRoutes {
  /** Puts its calls into {@code api}. */
  void join(Api api);
}
