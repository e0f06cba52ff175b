package dev.taskd.bootstrap.config;

/**
 * One thing that is wrong with the configuration, said so that it can be put right. It holds no
 * secret.
 *
 * @param subject the key, variable or file that is wrong
 * @param origin where it was found
 * @param problem what is wrong with it, and what to do
 */
public record Fault(String subject, String origin, String problem) {
  @Override
  public String toString() {
    return Printable.of(subject) + " (" + Printable.of(origin) + "): " + problem;
  }
}
