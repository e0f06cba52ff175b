package dev.taskd.bootstrap.config;

import dev.taskd.application.housekeeping.Retention;
import dev.taskd.application.node.NodeSettings;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.task.TaskType;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that taskd is told before it starts, checked as a whole. Every key and its default stand in
 * docs/configuration.md.
 *
 * @param queues {@code default} first, then the others by name
 * @param taskTypes those configured, by name; the built-in ones are not among them
 * @param effective every key with its value and where that is from, secrets hidden
 */
public record TaskdConfig(
    Http http,
    Storage storage,
    Worker worker,
    NodeSettings node,
    Retention retention,
    Shutdown shutdown,
    Notifier notifier,
    Auth auth,
    List<QueueShare> queues,
    List<Step> steps,
    List<TaskType> taskTypes,
    List<Setting> effective) {
  public TaskdConfig {
    queues = List.copyOf(queues);
    steps = List.copyOf(steps);
    taskTypes = List.copyOf(taskTypes);
    effective = List.copyOf(effective);
  }

  /**
   * What {@code file} and {@code environment} come to: the environment wins over the file, the file
   * over the defaults. Throws {@link ConfigException} with every fault there is; with that of the
   * file alone where it could not be read.
   */
  public static TaskdConfig from(ConfigFile file, Map<String, String> environment) {
    if (!file.isWhole()) {
      throw new ConfigException(file.faults());
    }
    return new ConfigReader(new Settings(new Sources(file, environment))).read();
  }

  /**
   * What taskd listens on.
   *
   * @param port 0 for any free one
   * @param allowedHosts names, in lower case, that a request may give as its Host besides the host
   */
  public record Http(String host, int port, int maxBodyBytes, List<String> allowedHosts) {
    public Http {
      allowedHosts = List.copyOf(allowedHosts);
    }
  }

  /** Where tasks are kept. */
  public sealed interface Storage {
    /** A PostgreSQL that taskd starts itself. */
    record Embedded(Path dataDir, int poolSize) implements Storage {}

    /**
     * A PostgreSQL that runs elsewhere.
     *
     * @param url a JDBC URL without credentials
     * @param directUrl likewise, past a pooler; null if there is none
     */
    record Postgres(
        String url,
        @Nullable String directUrl,
        @Nullable String user,
        @Nullable Secret<String> password,
        int poolSize)
        implements Storage {}

    /** Memory, gone at the end of the process. */
    record Memory() implements Storage {}
  }

  /** How jobs are claimed and tried; how many run at once is each queue's affair. */
  public record Worker(
      int batch,
      Duration pollMin,
      Duration pollMax,
      int maxAttempts,
      Duration backoffBase,
      Duration backoffMax,
      Duration timeout,
      int maxCrashes) {}

  /**
   * How taskd stops.
   *
   * @param drainTimeout zero cuts running jobs off at once
   */
  public record Shutdown(Duration drainDelay, Duration drainTimeout) {}

  /** How the world is told of tasks. */
  public sealed interface Notifier {
    /**
     * A call to a URL.
     *
     * @param timeout for the whole exchange
     */
    record Webhook(Secret<URI> url, Duration timeout, boolean allowPrivateTargets)
        implements Notifier {}

    /** A line in the log. */
    record Log() implements Notifier {}

    /** It is not told. */
    record None() implements Notifier {}
  }

  /**
   * Who may ask.
   *
   * @param tokens bearer tokens; without any, nobody is asked for one
   */
  public record Auth(List<Secret<String>> tokens) {
    public Auth {
      tokens = List.copyOf(tokens);
    }
  }

  /**
   * A queue's share of this node's workers.
   *
   * @param topics those that belong to it; {@code default} has all that no queue lists
   */
  public record QueueShare(Queue queue, int concurrency, List<Topic> topics) {
    public QueueShare {
      topics = List.copyOf(topics);
    }
  }

  /**
   * A step that task types may have.
   *
   * @param timeout for one attempt
   */
  public record Step(String name, Duration timeout) {}
}
