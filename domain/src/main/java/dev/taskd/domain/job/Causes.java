package dev.taskd.domain.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The chain of causes of a throwable. */
public final class Causes {
  private static final int MOST = 100;

  private Causes() {}

  /**
   * The throwable itself, then what it was caused by, and so on. A chain that leads back to itself
   * ends where it began, one whose accessor throws ends there, and an endless one after 100.
   */
  public static List<Throwable> of(Throwable error) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Throwable> chain = new ArrayList<>();
    for (Throwable link = error;
        link != null && chain.size() < MOST && seen.add(link);
        link = causeOf(link)) {
      chain.add(link);
    }
    return chain;
  }

  private static @Nullable Throwable causeOf(Throwable link) {
    try {
      return link.getCause();
    } catch (Throwable brokenAccessor) {
      return null;
    }
  }
}
