package dev.taskd.application.json;

/**
 * How much JSON is taken.
 *
 * @param maxBytes the length in UTF-8. Default 1 MiB
 * @param maxDepth how many arrays and objects may stand in one another, 1000 at most because the
 *     walk over them is recursive. Default 100
 */
public record JsonLimits(int maxBytes, int maxDepth) {
  public static final JsonLimits DEFAULT = new JsonLimits(1024 * 1024, 100);

  public JsonLimits {
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes is below 1: " + maxBytes);
    }
    if (maxDepth < 1 || maxDepth > 1000) {
      throw new IllegalArgumentException("maxDepth is not 1 to 1000: " + maxDepth);
    }
  }
}
