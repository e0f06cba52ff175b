package dev.taskd.domain.job;

import java.util.regex.Pattern;

/**
 * The name of a share of a node's workers: 1 to 50 of {@code a-z 0-9 . _ -}. A topic belongs to one
 * queue; one that is named nowhere belongs to {@link #DEFAULT}.
 */
public record Queue(String name) {
  private static final Pattern SPELLING = Pattern.compile("[a-z0-9][a-z0-9._-]{0,49}");

  public static final Queue DEFAULT = new Queue("default");

  public Queue {
    if (!SPELLING.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "queue is not 1 to 50 lower-case letters, digits, dots, hyphens and underscores: "
              + name);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
