package dev.taskd.bootstrap;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A disk that is small enough to be filled: a tmpfs. */
final class SmallDisk implements AutoCloseable {
  private final Path path;
  private final Path balloon;

  private SmallDisk(Path path) {
    this.path = path;
    this.balloon = path.resolve("balloon");
  }

  /**
   * Mounts one.
   *
   * @param at an empty directory
   */
  static SmallDisk mount(Path at, int megabytes) throws IOException {
    String size = "mode=0755,size=" + megabytes + "m";
    run("mount", "-t", "tmpfs", "-o", size, "tmpfs", at.toString());
    return new SmallDisk(at);
  }

  private static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String words =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(
          "this test needs a small disk, so run it as root or under \"unshare -Urm\": " + words);
    }
  }

  Path path() {
    return path;
  }

  /** Takes every byte that is left. */
  void fill() throws IOException {
    byte[] piece = new byte[4096];
    try (OutputStream out =
        Files.newOutputStream(balloon, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (true) {
        out.write(piece);
      }
    } catch (IOException e) {
      if (path.toFile().getUsableSpace() > piece.length) {
        throw e;
      }
    }
  }

  /** Gives back what was taken. */
  void free() throws IOException {
    Files.deleteIfExists(balloon);
  }

  /** What is still open on it goes on to its end, unseen. */
  @Override
  public void close() throws IOException {
    run("umount", "-l", path.toString());
  }
}
