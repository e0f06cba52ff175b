package dev.taskd.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The signals that a process started from here heeds. */
final class Signals {
  private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

  private Signals() {}

  /** Those of {@code names} that were not ignored when this JVM was started. */
  static List<String> heeded(String... names) throws IOException {
    Path status = Path.of("/proc/self/status");
    long ignored = Files.exists(status) ? ignored(Files.readAllLines(status)) : 0;
    return Stream.of(names).filter(name -> (ignored >> (number(name) - 1) & 1) == 0).toList();
  }

  private static long ignored(List<String> status) {
    return status.stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
        .findFirst()
        .orElse(0L);
  }

  private static int number(String name) {
    return Objects.requireNonNull(NUMBERS.get(name));
  }
}
