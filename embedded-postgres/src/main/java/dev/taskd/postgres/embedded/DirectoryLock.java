package dev.taskd.postgres.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The right of one process to use a directory: a lock on the file {@code lock} in it, which names
 * the owner's process id. The operating system takes it back when the process dies.
 *
 * <p>Such a lock is lost when its process closes <em>any</em> descriptor of the file. So whether
 * this JVM holds it must be known before the file is opened: the JVM's properties tell, which two
 * class loaders share too.
 */
final class DirectoryLock implements AutoCloseable {
  private final String property;
  private final FileChannel file;

  private DirectoryLock(String property, FileChannel file) {
    this.property = property;
    this.file = file;
  }

  /** The lock of a directory, given as its real path; nothing while somebody else has it. */
  static Optional<DirectoryLock> tryTake(Path directory) throws IOException {
    String property = property(directory);
    String pid = Long.toString(ProcessHandle.current().pid());
    if (System.getProperties().putIfAbsent(property, pid) != null) {
      return Optional.empty();
    }
    Optional<FileChannel> locked = Optional.empty();
    try {
      locked = tryLock(file(directory), pid);
      return locked.map(file -> new DirectoryLock(property, file));
    } finally {
      if (locked.isEmpty()) {
        System.clearProperty(property);
      }
    }
  }

  /** The lock of a directory, as soon as nobody else has it. */
  static DirectoryLock await(Path directory, StopFlag flag)
      throws IOException, InterruptedException {
    while (true) {
      Optional<DirectoryLock> lock = tryTake(directory);
      if (lock.isPresent()) {
        return lock.get();
      }
      flag.pause();
    }
  }

  private static Optional<FileChannel> tryLock(Path path, String pid) throws IOException {
    FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean locked = false;
    try {
      locked = file.tryLock() != null;
      if (locked) {
        file.truncate(0);
        file.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
      }
      return locked ? Optional.of(file) : Optional.empty();
    } finally {
      if (!locked) {
        file.close();
      }
    }
  }

  /** Who has the lock, in words. */
  static String owner(Path directory) throws IOException {
    String own = System.getProperty(property(directory));
    if (own != null) {
      return "this process (pid " + own + ")";
    }
    String pid = Files.readString(file(directory));
    return "another taskd process" + (pid.isEmpty() ? "" : " (pid " + pid + ")");
  }

  private static Path file(Path directory) {
    return directory.resolve("lock");
  }

  private static String property(Path directory) {
    return DirectoryLock.class.getName() + ":" + directory;
  }

  @Override
  public void close() throws IOException {
    try {
      file.close();
    } finally {
      System.clearProperty(property);
    }
  }
}
