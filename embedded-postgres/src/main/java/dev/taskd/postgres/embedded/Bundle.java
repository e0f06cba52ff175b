package dev.taskd.postgres.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;

/** The archive of PostgreSQL's programs for one platform, as it lies in the class path. */
record Bundle(String version, String platform) {
  private static final String UNPACKING = "unpacking-";

  /** The archive for the platform that this JVM runs on. */
  static Bundle ofThisPlatform() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static Bundle of(String os, String architecture) {
    Bundle bundle = new Bundle(bundledVersion(), system(os) + "-" + processor(architecture));
    if (Bundle.class.getResource(bundle.resource()) == null) {
      throw new EmbeddedPostgresException(
          "no PostgreSQL is bundled for "
              + os
              + " on "
              + architecture
              + ": set storage=postgres and postgres.url to a server of your own, or build taskd on"
              + " such a machine");
    }
    return bundle;
  }

  private static String bundledVersion() {
    Properties bundle = new Properties();
    try (InputStream properties = Bundle.class.getResourceAsStream("bundle.properties")) {
      bundle.load(properties);
      return bundle.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String system(String os) {
    return os.startsWith("Mac") ? "darwin" : os.toLowerCase(Locale.ROOT);
  }

  private static String processor(String architecture) {
    return switch (architecture) {
      case "amd64" -> "x86_64";
      case "aarch64" -> "arm_64";
      default -> architecture;
    };
  }

  private String resource() {
    return "/postgres-" + platform + ".txz";
  }

  /**
   * The programs below the directory; unpacked if they are not there yet. Processes may share the
   * directory.
   */
  Path unpackedIn(Path directory, StopFlag flag) throws IOException, InterruptedException {
    Path home = directory.resolve("postgres-" + version + "-" + platform);
    if (!Files.exists(home)) {
      Files.createDirectories(directory);
      DirectoryLock lock = DirectoryLock.await(directory.toRealPath(), flag);
      try {
        Disk.deleteChildren(directory, UNPACKING);
        if (!Files.exists(home)) {
          Disk.publish(unpack(Files.createTempDirectory(directory, UNPACKING), flag), home);
        }
      } finally {
        lock.close();
      }
    }
    return home.toRealPath();
  }

  private Path unpack(Path target, StopFlag flag) throws IOException, InterruptedException {
    try (InputStream archive = Bundle.class.getResourceAsStream(resource())) {
      Archive.unpack(archive, target, flag);
      return target;
    }
  }
}
