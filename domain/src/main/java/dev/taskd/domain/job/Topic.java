package dev.taskd.domain.job;

import java.util.regex.Pattern;

/**
 * The name of the handler that a job is for: 1 to 100 of {@code a-z A-Z 0-9 . _ -}, starting with a
 * letter or digit. Topics that start with {@code step.} belong to the steps of tasks.
 */
public record Topic(String name) {
  private static final Pattern SPELLING = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final String STEP = "step.";

  public Topic {
    if (!SPELLING.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "topic is not 1 to 100 letters, digits, dots, hyphens and underscores: " + name);
    }
  }

  /** The topic of the step called {@code step}. */
  public static Topic ofStep(String step) {
    return new Topic(STEP + step);
  }

  public boolean isStep() {
    return name.startsWith(STEP);
  }

  @Override
  public String toString() {
    return name;
  }
}
