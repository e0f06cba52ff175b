package dev.taskd.domain.text;

import org.jspecify.annotations.Nullable;

/**
 * One sort of thing that must not be shown, recognised where the scan of {@link Redaction} stands.
 *
 * <p>A rule looks only a bounded way around that place before it decides that there is nothing; how
 * far it reads once it has found something is free. That keeps the scan linear.
 */
@FunctionalInterface
interface Rule {
  /**
   * What begins, or shows itself, at {@code at}.
   *
   * @param done the end of what is redacted already; a hit begins there at the earliest
   */
  @Nullable Hit find(String text, int done, int at);

  /** A piece of text to be replaced; it ends after the place where it was found. */
  record Hit(int from, int to, String placeholder) {}
}
