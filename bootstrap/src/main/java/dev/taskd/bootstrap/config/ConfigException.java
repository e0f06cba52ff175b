package dev.taskd.bootstrap.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that taskd does not start with; it carries every fault, not only the first. */
public final class ConfigException extends RuntimeException {
  private final transient List<Fault> faults;

  public ConfigException(List<Fault> faults) {
    super("the configuration is refused:" + listed(faults));
    this.faults = List.copyOf(faults);
  }

  public List<Fault> faults() {
    return faults;
  }

  /** One stands in the line itself, several below it. */
  private static String listed(List<Fault> faults) {
    return faults.size() == 1
        ? " " + faults.getFirst()
        : faults.stream().map(fault -> "\n  - " + fault).collect(Collectors.joining());
  }
}
