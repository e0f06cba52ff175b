package dev.taskd.bootstrap.config;

/**
 * The value that holds for one key, as it may be printed.
 *
 * @param value {@code ***} for a secret, {@code none} where there is none
 * @param source {@code default}, file and line, or the name of a variable
 */
public record Setting(String key, String value, String source) {
  @Override
  public String toString() {
    return key + " = " + Printable.of(value) + " (" + Printable.of(source) + ")";
  }
}
