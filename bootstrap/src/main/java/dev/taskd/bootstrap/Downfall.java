package dev.taskd.bootstrap;

import static java.util.stream.Collectors.joining;

import com.google.inject.ConfigurationException;
import com.google.inject.CreationException;
import com.google.inject.ProvisionException;
import com.google.inject.spi.Message;
import dev.taskd.adapters.http.CannotListenException;
import dev.taskd.application.safego.Trace;
import dev.taskd.bootstrap.config.ConfigException;
import dev.taskd.bootstrap.config.Fault;
import dev.taskd.bootstrap.config.Premises;
import dev.taskd.bootstrap.config.TaskdConfig;
import dev.taskd.domain.job.Causes;
import dev.taskd.domain.port.StoreException;
import dev.taskd.postgres.embedded.EmbeddedPostgresException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Why taskd cannot go on: one entry of the log, and the exit code that says so.
 *
 * @param reason its first line stands by itself; a stack may follow
 */
record Downfall(int exitCode, String reason) {
  private static final Logger log = LoggerFactory.getLogger(Taskd.class);

  /** Where Guice finds what is taskd's own. */
  private static final List<String> OWN =
      Stream.of(TaskdModule.class, Stores.class, Notifying.class).map(Class::getName).toList();

  /** The configuration was refused before anything began. */
  static Downfall of(ConfigException e) {
    return new Downfall(ExitCode.CONFIGURATION, String.valueOf(e.getMessage()));
  }

  /**
   * What ended the start or the life.
   *
   * @param isExtended whether an application added modules, which then are to blame for what cannot
   *     be wired
   */
  static Downfall of(Throwable error, TaskdConfig config, boolean isExtended) {
    List<Throwable> causes = causes(error);
    List<Fault> faults =
        causes.stream()
            .flatMap(
                cause -> cause instanceof ConfigException e ? e.faults().stream() : Stream.of())
            .distinct()
            .toList();
    if (!faults.isEmpty()) {
      return of(new ConfigException(faults));
    }
    for (Throwable cause : causes) {
      switch (cause) {
        case CannotListenException e -> {
          return of(Premises.refusal(e, config));
        }
        case EmbeddedPostgresException e -> {
          return new Downfall(ExitCode.DATABASE, String.valueOf(e.getMessage()));
        }
        case StoreException e -> {
          return new Downfall(
              ExitCode.DATABASE, "the database cannot be used: " + e.getMessage() + where(config));
        }
        default -> {}
      }
    }
    List<Message> told = messages(error).stream().filter(Downfall::isOfApplication).toList();
    return isExtended && !told.isEmpty() ? ofModules(told) : ofTaskd(error);
  }

  /** Those of the error itself, and of all that Guice tells with it. */
  private static List<Throwable> causes(Throwable error) {
    return Stream.concat(
            Stream.of(error),
            messages(error).stream().flatMap(message -> Stream.ofNullable(message.getCause())))
        .flatMap(each -> Causes.of(each).stream())
        .toList();
  }

  private static Collection<Message> messages(Throwable error) {
    return switch (error) {
      case CreationException e -> e.getErrorMessages();
      case ConfigurationException e -> e.getErrorMessages();
      case ProvisionException e -> e.getErrorMessages();
      default -> List.of();
    };
  }

  private static boolean isOfApplication(Message message) {
    return OWN.stream().noneMatch(message.getSource()::startsWith);
  }

  /**
   * What was thrown, with its stack: one throw may be told many times. Otherwise all that is wrong:
   * one stands in the line itself, several below it.
   */
  private static Downfall ofModules(List<Message> told) {
    Optional<Message> thrown = told.stream().filter(each -> each.getCause() != null).findFirst();
    String where =
        thrown.isPresent() || told.size() == 1
            ? " " + inWords(thrown.orElse(told.getFirst()))
            : told.stream().map(each -> "\n  - " + inWords(each)).collect(joining());
    return new Downfall(
        ExitCode.CONFIGURATION, "the application's modules cannot be wired" + where);
  }

  private static String inWords(Message message) {
    Throwable cause = message.getCause();
    String what =
        cause == null
            ? message.getMessage().lines().findFirst().orElse("no reason given")
            : Trace.of(cause);
    return "at " + message.getSource() + ": " + what;
  }

  private static Downfall ofTaskd(Throwable error) {
    return new Downfall(ExitCode.FAULT, Trace.of(error));
  }

  private static String where(TaskdConfig config) {
    return config.storage() instanceof TaskdConfig.Storage.Postgres
        ? "; look at postgres.url, postgres.user and postgres.password"
        : "";
  }

  /** Writes it into the log; returns the exit code. */
  int tell() {
    log.atError().addKeyValue("exit_code", exitCode).log("taskd cannot go on: {}", reason);
    return exitCode;
  }
}
