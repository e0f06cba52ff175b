package dev.taskd.bootstrap;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import dev.taskd.bootstrap.config.ConfigException;
import dev.taskd.bootstrap.config.Fault;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/** What the modules of an application, and taskd's own, bind to one name. */
final class Duplicates {
  private Duplicates() {}

  /**
   * Throws {@link ConfigException} if two of {@code bound} have the same name.
   *
   * @param kind what has the name: a topic
   * @param telling what tells two of them apart
   */
  static <T> void refuse(
      String kind, Collection<T> bound, Function<T, String> name, Function<T, String> telling) {
    List<Fault> faults =
        bound.stream().collect(groupingBy(name, TreeMap::new, toList())).entrySet().stream()
            .filter(entry -> entry.getValue().size() > 1)
            .map(
                entry ->
                    new Fault(
                        kind + " " + entry.getKey(),
                        "modules",
                        "is bound more than once, to "
                            + entry.getValue().stream()
                                .map(telling)
                                .sorted()
                                .collect(joining(" and to "))
                            + ": keep one of them"))
            .toList();
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
  }
}
