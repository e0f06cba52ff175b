package dev.taskd.bootstrap.config;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;

/** Reads configurations that tests write down. */
final class Configs {
  private Configs() {}

  static TaskdConfig of(String... lines) {
    return with(Map.of(), lines);
  }

  static TaskdConfig with(Map<String, String> environment, String... lines) {
    return TaskdConfig.from(file(lines), environment);
  }

  /** The faults of a configuration that must be refused, as they are printed. */
  static List<String> faults(String... lines) {
    return faultsWith(Map.of(), lines);
  }

  static List<String> faultsWith(Map<String, String> environment, String... lines) {
    ConfigException refused =
        catchThrowableOfType(ConfigException.class, () -> with(environment, lines));
    if (refused == null) {
      throw new AssertionError("accepted: " + List.of(lines) + " " + environment);
    }
    return refused.faults().stream().map(Fault::toString).toList();
  }

  static ConfigFile file(String... lines) {
    return ConfigFile.parse("taskd.yaml", String.join("\n", lines) + "\n");
  }

  /** The effective value and source of {@code key}. */
  static String effective(TaskdConfig config, String key) {
    return config.effective().stream()
        .filter(setting -> setting.key().equals(key))
        .map(setting -> setting.value() + " (" + setting.source() + ")")
        .findFirst()
        .orElse("absent");
  }
}
