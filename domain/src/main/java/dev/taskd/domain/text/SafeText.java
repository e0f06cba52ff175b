package dev.taskd.domain.text;

import org.jspecify.annotations.Nullable;

/** Stub, replaced by the real one. */
public record SafeText(String value) {
  public static SafeText of(@Nullable CharSequence foreign) {
    return new SafeText(foreign == null ? "(no message)" : foreign.toString());
  }

  public static SafeText of(Throwable error) {
    return of(error.toString());
  }
}
