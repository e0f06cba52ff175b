package dev.taskd.postgres.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the JDK has no one call for. */
final class Disk {
  private static final Logger LOG = LoggerFactory.getLogger(Disk.class);

  private Disk() {}

  /** Creates an empty file that only its owner can read, in place of what was there. */
  static void createPrivate(Path file) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /** Puts a file or directory in its final place for good: also after a power cut. */
  static void publish(Path made, Path target) throws IOException {
    Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
    sync(target.toAbsolutePath().resolveSibling(""));
  }

  /** Has the operating system write a file, or a directory's list of names, to the disk. */
  static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Deletes what an earlier start left half made: the children whose names begin so. */
  static void deleteChildren(Path directory, String prefix) throws IOException {
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(directory, prefix + "*")) {
      for (Path leftover : leftovers) {
        delete(leftover);
      }
    }
  }

  private static void delete(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          // A dying initdb deletes its files too.
          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            try {
              Files.deleteIfExists(directory);
            } catch (DirectoryNotEmptyException e) {
              LOG.debug("{} is still being written to; the next start deletes it", directory);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** A program's output, whatever its encoding. */
  static String read(Path log) throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
  }

  /** The last lines of a program's output, each on a line of its own and indented. */
  static String tail(Path log) throws IOException {
    List<String> lines = read(log).lines().filter(line -> !line.isBlank()).toList();
    StringBuilder tail = new StringBuilder();
    for (String line : lines.subList(Math.max(0, lines.size() - 10), lines.size())) {
      tail.append("\n  ").append(line.strip());
    }
    return tail.toString();
  }
}
