package dev.taskd.bootstrap.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A configuration file in YAML, taken apart but not yet understood. What cannot be taken apart is
 * kept as faults: to be told with all others, or alone where the file was not read to its end, for
 * then nobody knows what it says.
 */
public final class ConfigFile {
  /** What is read if no file is named, and need not be there. */
  public static final Path DEFAULT = Path.of("taskd.yaml");

  private static final int MAX_BYTES = 1024 * 1024;

  private final List<Entry> entries;
  private final List<Fault> faults;
  private final boolean whole;

  private ConfigFile(List<Entry> entries, List<Fault> faults, boolean whole) {
    this.entries = List.copyOf(entries);
    this.faults = List.copyOf(faults);
    this.whole = whole;
  }

  /** No file: everything is left to the environment and the defaults. */
  public static ConfigFile none() {
    return new ConfigFile(List.of(), List.of(), true);
  }

  /** The file that was asked for: not to find it is a fault. */
  public static ConfigFile named(Path path) {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      return bytes.length > MAX_BYTES
          ? refused(path, "is longer than 1 MiB: that is no configuration of taskd")
          : parse(path.toString(), decode(bytes));
    } catch (NoSuchFileException e) {
      return refused(path, "there is no such file");
    } catch (CharacterCodingException e) {
      return refused(path, "is not UTF-8: save it in that encoding");
    } catch (IOException e) {
      return refused(
          path, "cannot be read: " + (Files.isDirectory(path) ? "it is a directory" : e));
    }
  }

  /** {@link #DEFAULT} of {@code directory}, if there is one. */
  public static ConfigFile in(Path directory) {
    Path path = directory.resolve(DEFAULT);
    return Files.exists(path) ? named(path) : none();
  }

  /** A file that was read already. */
  static ConfigFile parse(String name, String text) {
    var yaml = new YamlText(name);
    yaml.read(text);
    return new ConfigFile(yaml.entries(), yaml.faults(), yaml.isWhole());
  }

  /** Whether it was read to its end, or there is none. */
  boolean isWhole() {
    return whole;
  }

  List<Entry> entries() {
    return entries;
  }

  List<Fault> faults() {
    return faults;
  }

  private static String decode(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private static ConfigFile refused(Path path, String problem) {
    return new ConfigFile(
        List.of(), List.of(new Fault(path.toString(), "configuration file", problem)), false);
  }
}
