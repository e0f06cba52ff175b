package dev.taskd.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** An installed JDK: where it is and which version it has. Thread-safe. */
final class Jdk {
  private static final String VERSION = "JAVA_VERSION=";

  private final Path home;
  private final Runtime.Version version;

  Jdk(Path home, Runtime.Version version) {
    this.home = home;
    this.version = version;
  }

  /** The JDK that runs this code. */
  static Jdk running() {
    return new Jdk(Path.of(System.getProperty("java.home")), Runtime.version());
  }

  /** The JDK in this directory, if there is one of Java 9 or newer that can be started. */
  static Optional<Jdk> at(Path home) {
    Path release = home.resolve("release");
    if (!Files.isRegularFile(release) || !Files.isExecutable(home.resolve("bin/java"))) {
      return Optional.empty();
    }
    try {
      return Files.readAllLines(release).stream()
          .filter(line -> line.startsWith(VERSION))
          .map(line -> line.substring(VERSION.length()).replace("\"", "").trim())
          .findFirst()
          .map(version -> new Jdk(home, Runtime.Version.parse(version)));
    } catch (IOException | IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }

  boolean isAtLeast(int feature) {
    return version.feature() >= feature;
  }

  boolean isEarlyAccess() {
    return version.pre().isPresent();
  }

  Path home() {
    return home;
  }

  Path java() {
    return home.resolve("bin/java");
  }

  Runtime.Version version() {
    return version;
  }

  /** Whether this is the JDK in that directory, whatever links lead there. */
  boolean isAt(Path other) {
    try {
      return Files.isSameFile(home, other);
    } catch (IOException gone) {
      return false;
    }
  }

  @Override
  public String toString() {
    return "Java " + version + " (" + home + ")";
  }
}
