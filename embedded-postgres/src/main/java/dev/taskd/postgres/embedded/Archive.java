package dev.taskd.postgres.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** A tar file, packed with xz. */
final class Archive {
  private Archive() {}

  /**
   * Unpacks the archive for everybody to read and run: as root, the server runs as another user.
   * What would lie outside the target, and what is neither a file, a directory nor a link to a
   * neighbour, is refused.
   */
  static void unpack(InputStream archive, Path target, StopFlag flag)
      throws IOException, InterruptedException {
    permit(target, "rwxr-xr-x");
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZCompressorInputStream(archive))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        flag.check();
        unpack(entry, tar, within(target, entry.getName()));
      }
    }
  }

  private static Path within(Path target, String name) throws IOException {
    Path root = target.toAbsolutePath().normalize();
    Path path = root.resolve(name).normalize();
    if (!path.startsWith(root)) {
      throw new IOException("the archive has a file outside of it: " + name);
    }
    return path;
  }

  private static void unpack(TarArchiveEntry entry, TarArchiveInputStream tar, Path path)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(path);
      permit(path, "rwxr-xr-x");
    } else if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, neighbour(entry.getLinkName()));
    } else if (entry.getLinkFlag() == TarConstants.LF_NORMAL) {
      Files.createDirectories(path.getParent());
      Files.copy(tar, path);
      permit(path, isExecutable(entry) ? "rwxr-xr-x" : "rw-r--r--");
      Disk.sync(path);
    } else {
      throw new IOException("the archive has something odd in it: " + entry.getName());
    }
  }

  private static Path neighbour(String name) throws IOException {
    if (name.contains("/") || name.equals("..")) {
      throw new IOException("the archive has a link to another directory: " + name);
    }
    return Path.of(name);
  }

  private static boolean isExecutable(TarArchiveEntry entry) {
    return (entry.getMode() & 0100) != 0;
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }
}
