package dev.taskd.launch;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The JDKs of a machine, and the choice among them. Thread-safe. */
final class Jdks {
  /** The first release whose class files and library taskd is built on. */
  static final int NEEDED = 21;

  private static final String WANTED = "TASKD_JAVA_HOME";
  private static final Comparator<Jdk> BY_AGE =
      Comparator.comparing(Jdk::isEarlyAccess).reversed().thenComparing(Jdk::version);

  private final Jdk running;
  private final Map<String, String> environment;
  private final List<Path> shelves;

  /**
   * @param shelves directories whose entries may be JDKs
   */
  Jdks(Jdk running, Map<String, String> environment, List<Path> shelves) {
    this.running = running;
    this.environment = environment;
    this.shelves = shelves;
  }

  static Jdks ofThisMachine() {
    Path user = Path.of(System.getProperty("user.home"));
    return new Jdks(
        Jdk.running(),
        System.getenv(),
        List.of(
            Path.of("/usr/lib/jvm"),
            Path.of("/opt"),
            user.resolve(".sdkman/candidates/java"),
            user.resolve(".jdks"),
            Path.of("/Library/Java/JavaVirtualMachines")));
  }

  /**
   * The JDK that taskd runs on: the one that TASKD_JAVA_HOME names, else the one that is running,
   * else JAVA_HOME, else the newest that is installed.
   */
  Jdk chosen() throws CannotStart {
    String wanted = environment.get(WANTED);
    if (wanted != null && !wanted.isEmpty()) {
      return named(wanted);
    }
    if (running.isAtLeast(NEEDED)) {
      return running;
    }
    String home = environment.getOrDefault("JAVA_HOME", "");
    Optional<Jdk> named = home.isEmpty() ? Optional.empty() : usable(Path.of(home));
    return named.or(this::newest).orElseThrow(this::noneFound);
  }

  private static Jdk named(String wanted) throws CannotStart {
    try {
      Path home = Path.of(wanted);
      return usable(home).orElseThrow(() -> refused(wanted, flawOf(home)));
    } catch (InvalidPathException e) {
      throw refused(wanted, "which is not a path");
    }
  }

  private static CannotStart refused(String wanted, String flaw) {
    return CannotStart.misconfigured(
        WANTED
            + "="
            + wanted
            + " cannot be used: "
            + flaw
            + "; name the home of a JDK "
            + NEEDED
            + " or newer, or unset "
            + WANTED);
  }

  private static String flawOf(Path home) {
    if (!Files.exists(home)) {
      return "there is no such directory";
    }
    if (!Files.isDirectory(home)) {
      return "it is no directory";
    }
    if (!Files.isExecutable(home.resolve("bin/java"))) {
      return "it has no bin/java that can be started";
    }
    return Jdk.at(home)
        .map(jdk -> "it holds Java " + jdk.version())
        .orElse("its file named release, which says what it holds, is missing or cannot be read");
  }

  private Optional<Jdk> newest() {
    return shelves.stream()
        .flatMap(shelf -> entries(shelf).stream())
        .flatMap(home -> usable(home).or(() -> usable(home.resolve("Contents/Home"))).stream())
        .max(BY_AGE);
  }

  private static Optional<Jdk> usable(Path home) {
    return Jdk.at(home).filter(jdk -> jdk.isAtLeast(NEEDED));
  }

  private static List<Path> entries(Path shelf) {
    List<Path> homes = new ArrayList<>();
    if (Files.isDirectory(shelf)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(shelf)) {
        found.forEach(homes::add);
      } catch (IOException unreadable) {
        return List.of();
      }
    }
    homes.sort(Comparator.naturalOrder());
    return homes;
  }

  private CannotStart noneFound() {
    return CannotStart.unavailable(
        "Java "
            + running.version()
            + " is too old and no newer JDK was found in "
            + shelves
            + ": install JDK "
            + NEEDED
            + " or newer (https://adoptium.net has them), or name one in "
            + WANTED);
  }
}
