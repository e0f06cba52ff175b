package dev.taskd.bootstrap;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was opened at the start and is closed, in reverse, at the stop. Thread-safe. */
final class Resources {
  private static final Logger log = LoggerFactory.getLogger(Resources.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  /** Has {@code resource} closed at the stop, before all that were opened before it. */
  synchronized <T extends AutoCloseable> T closing(T resource) {
    opened.push(resource);
    return resource;
  }

  /** Closes everything; what fails does not keep the rest from being closed. */
  void close() {
    for (AutoCloseable next = next(); next != null; next = next()) {
      try {
        next.close();
      } catch (Exception e) {
        log.error("could not close {}: {}", next.getClass().getSimpleName(), e.getMessage());
      }
    }
  }

  private synchronized @Nullable AutoCloseable next() {
    return opened.poll();
  }
}
