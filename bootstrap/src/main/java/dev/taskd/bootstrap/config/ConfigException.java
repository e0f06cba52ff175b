package dev.taskd.bootstrap.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that taskd does not start with; it carries every fault, not only the first. */
public final class ConfigException extends RuntimeException {
  private final transient List<Fault> faults;

  ConfigException(List<Fault> faults) {
    super(
        faults.stream()
            .map(fault -> "\n  - " + fault)
            .collect(Collectors.joining("", "the configuration is refused:", "")));
    this.faults = List.copyOf(faults);
  }

  public List<Fault> faults() {
    return faults;
  }
}
