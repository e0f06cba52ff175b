package dev.taskd.domain.job;

import java.util.regex.Pattern;

/**
 * The name of the handler that a job is for: 1 to 100 of {@code a-z A-Z 0-9 . _ -}, starting with a
 * letter or digit. Topics that start with {@code step.} belong to the steps of tasks.
 */
public record Topic(String name) {
  private static final Pattern SPELLING = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final String STEP = "step.";
  private static final Pattern STEP_SPELLING = Pattern.compile("[A-Za-z0-9._-]{1,95}");

  public Topic {
    check("topic", name);
  }

  /** The topic of the step called {@code step}: as a topic is spelt, 95 at most. */
  public static Topic ofStep(String step) {
    demand(STEP_SPELLING, "step is not 1 to 95", step);
    return new Topic(STEP + step);
  }

  /** Refuses a name that is not spelt as a topic is; {@code what} is what bears it. */
  public static void check(String what, String name) {
    demand(SPELLING, what + " is not 1 to 100", name);
  }

  private static void demand(Pattern spelling, String problem, String name) {
    if (!spelling.matcher(name).matches()) {
      throw new IllegalArgumentException(
          problem + " letters, digits, dots, hyphens and underscores: " + name);
    }
  }

  public boolean isStep() {
    return name.startsWith(STEP);
  }

  @Override
  public String toString() {
    return name;
  }
}
