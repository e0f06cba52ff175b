package dev.taskd.bootstrap.config;

import dev.taskd.adapters.http.CannotListenException;
import dev.taskd.adapters.http.ListenAddress;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the configuration names outside the process, tried out before anything is started: a start
 * of the database takes seconds, and would be in vain. Nothing of it stays. The address is let go
 * again: held, it would have clients wait for a start that may take minutes, where now they are
 * refused.
 */
public final class Premises {
  private Premises() {}

  /** Throws {@link ConfigException} with all that cannot be had. */
  public static void check(TaskdConfig config) {
    List<Fault> faults = Stream.concat(address(config).stream(), dataDir(config).stream()).toList();
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
  }

  /** What to change where the address cannot be had. */
  public static ConfigException refusal(CannotListenException e, TaskdConfig config) {
    return new ConfigException(List.of(fault(e, config)));
  }

  private static Optional<Fault> address(TaskdConfig config) {
    try {
      new ListenAddress(config.http().host(), config.http().port()).probe();
      return Optional.empty();
    } catch (CannotListenException e) {
      return Optional.of(fault(e, config));
    }
  }

  private static Fault fault(CannotListenException e, TaskdConfig config) {
    return e.isOfHost()
        ? fault(
            config,
            Keys.HTTP_HOST,
            "cannot be listened on: " + e.reason() + "; write an address of this machine")
        : fault(
            config,
            Keys.HTTP_PORT,
            "cannot be listened on at "
                + config.http().host()
                + ": "
                + e.reason()
                + "; stop what holds it, or write another port (0 takes any free one)");
  }

  private static Optional<Fault> dataDir(TaskdConfig config) {
    if (!(config.storage() instanceof TaskdConfig.Storage.Embedded(Path dataDir, int poolSize))) {
      return Optional.empty();
    }
    try {
      if (Files.exists(dataDir) && !Files.isDirectory(dataDir)) {
        return Optional.of(fault(config, Keys.DATA_DIR, "is a file: write a directory's path"));
      }
      Files.delete(Files.createTempFile(nearest(dataDir), ".probe", null));
      return Optional.empty();
    } catch (IOException e) {
      String problem =
          "cannot be written to: "
              + reason(e)
              + "; let this user write there, or write another directory's path";
      return Optional.of(fault(config, Keys.DATA_DIR, problem));
    }
  }

  /** The directory itself, or the one that it would be made in. */
  private static Path nearest(Path directory) {
    Path nearest = directory.toAbsolutePath();
    while (!Files.exists(nearest) && nearest.getParent() != null) {
      nearest = nearest.getParent();
    }
    return nearest;
  }

  /** The JDK leaves the reason out of some messages, which then are nothing but a file's name. */
  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException known when known.getReason() != null -> known.getReason();
      case IOException other -> other.toString();
    };
  }

  private static Fault fault(TaskdConfig config, Key<?> key, String problem) {
    Setting setting =
        config.effective().stream()
            .filter(each -> each.key().equals(key.name()))
            .findFirst()
            .orElseThrow();
    return new Fault(
        setting.key(), setting.source(), Printable.of(setting.value()) + " " + problem);
  }
}
