package dev.taskd.adapters.http;

import dev.taskd.domain.text.NearestName;
import java.util.Collection;

/** What is said of a name that is not known. */
final class Names {
  private Names() {}

  /** Says so, and which known name was meant, if one is near. */
  static String unknown(String name, Collection<String> known) {
    return "is not known here"
        + NearestName.of(name, known).map(near -> " (did you mean " + near + "?)").orElse("");
  }
}
