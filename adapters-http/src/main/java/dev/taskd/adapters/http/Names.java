package dev.taskd.adapters.http;

import dev.taskd.domain.text.NearestName;
import java.util.Collection;

/** What is said of a name that is not known. */
final class Names {
  private static final int MOST_LISTED = 10;

  private Names() {}

  /** Says so, and which known name was meant, or which there are if none is near. */
  static String unknown(String name, Collection<String> known) {
    return "is not known here"
        + NearestName.of(name, known)
            .map(near -> " (did you mean " + near + "?)")
            .orElseGet(() -> listed(known));
  }

  private static String listed(Collection<String> known) {
    if (known.isEmpty()) {
      return ", where there is none";
    }
    String some = String.join(", ", known.stream().limit(MOST_LISTED).toList());
    return " (known: " + some + (known.size() > MOST_LISTED ? ", …)" : ")");
  }
}
