package dev.taskd.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** What takes seconds to make, made once: unpacked programs and a fresh data directory. */
final class Template {
  /** Stays from build to build. */
  static final Path BINARIES = Path.of("target", "binaries").toAbsolutePath();

  private static final Path DATA_DIR = made();

  private Template() {}

  private static Path made() {
    Path dataDir = Path.of("target", "template").toAbsolutePath();
    try {
      Disk.deleteChildren(Path.of("target"), "template");
      new EmbeddedPostgres(dataDir, BINARIES).start().close();
      return dataDir;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Takes the seconds now, so that no test is charged for them. */
  static void make() {
    assertThat(DATA_DIR).isDirectory();
  }

  /** Makes a data directory that was used once and left in peace. */
  static Path copyTo(Path dataDir) throws IOException {
    copy(DATA_DIR, dataDir);
    return dataDir;
  }

  static void copy(Path from, Path to) throws IOException {
    try (var tree = Files.walk(from)) {
      for (Path path : (Iterable<Path>) tree::iterator) {
        Path target = to.resolve(from.relativize(path).toString());
        Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
      }
    }
  }
}
