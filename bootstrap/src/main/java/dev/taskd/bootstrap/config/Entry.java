package dev.taskd.bootstrap.config;

import java.util.List;

/**
 * One value that somebody wrote, before anything is known about it.
 *
 * @param path the keys that lead to it, outermost first
 * @param origin file and line, or the name of the variable
 */
record Entry(List<String> path, Content content, String origin) {
  Entry {
    path = List.copyOf(path);
  }

  /** What was written. */
  sealed interface Content {
    record Text(String text) implements Content {}

    record Items(List<String> texts) implements Content {
      public Items {
        texts = List.copyOf(texts);
      }
    }

    /** No value, or a mapping without keys. */
    record Nothing() implements Content {}
  }
}
