package dev.taskd.adapters.http;

/** What is said to whoever calls the API while there is no store yet. */
public final class OpeningRoutes implements Routes {
  private static final Problem NO_STORE_YET =
      Problem.of(
              Code.STORE_UNAVAILABLE,
              "This node waits for its database. Nothing of the request took effect; send it"
                  + " again.")
          .withHeader("Retry-After", "1");

  @Override
  public void join(Api api) {
    api.refuseAll("/v1/*", NO_STORE_YET);
  }
}
