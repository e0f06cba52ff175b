package dev.taskd.bootstrap;

import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Stage;
import dev.taskd.adapters.http.CannotListenException;
import dev.taskd.application.health.Health;
import dev.taskd.application.safego.SafeGo;
import dev.taskd.application.safego.Trace;
import dev.taskd.bootstrap.config.ConfigException;
import dev.taskd.bootstrap.config.Options;
import dev.taskd.bootstrap.config.TaskdConfig;
import dev.taskd.domain.job.Causes;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.task.TaskFlow;
import dev.taskd.postgres.embedded.EmbeddedPostgresException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs taskd, alone or inside an application that adds its own handlers as Guice modules.
 *
 * <p>Ends with exit code 0 after a clean stop, 3 if a job was cut off at the end of the drain, 64
 * if the command line is wrong, 69 if the database cannot be had, 70 after a fault of its own and
 * 78 if the configuration is wrong.
 */
public final class Taskd {
  private static final Logger log = LoggerFactory.getLogger(Taskd.class);

  private Taskd() {}

  /**
   * Runs until it is told to end, then ends the process.
   *
   * @param extensions modules of an application: handlers bound into the set of {@link
   *     TopicHandler}, task types into that of {@link dev.taskd.domain.task.TaskType}
   */
  public static void main(String[] args, Module... extensions) {
    // Guice's own code generation draws a JVM warning, and nothing here is intercepted.
    System.setProperty("guice_bytecode_gen_option", "DISABLED");
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(args, System.getenv(), out, err, extensions));
  }

  private static int run(
      String[] args,
      Map<String, String> environment,
      PrintWriter out,
      PrintWriter err,
      Module... extensions) {
    return switch (Options.parse(args, version(), out, err)) {
      case Options.Parsed.Exit(int code) -> code;
      case Options.Parsed.Proceed(Options options) -> {
        try {
          TaskdConfig config = TaskdConfig.from(options.file(Path.of("")), environment);
          if (options.printConfig()) {
            config.effective().forEach(out::println);
            yield ExitCode.CLEAN;
          }
          config.effective().forEach(setting -> log.info("{}", setting));
          yield run(config, err, extensions);
        } catch (ConfigException e) {
          err.println(e.getMessage());
          yield ExitCode.CONFIGURATION;
        }
      }
    };
  }

  private static int run(TaskdConfig config, PrintWriter err, Module... extensions) {
    Lifecycle lifecycle = new Lifecycle();
    SafeGo.atShutdown("shutdown", lifecycle::signalled);
    try {
      Notifying notifying = Notifying.of(config);
      Health health = new Health();
      Stores stores =
          Stores.open(config, new TaskFlow(notifying.outbox()), health, lifecycle.resources());
      List<Module> modules = new ArrayList<>(List.of(extensions));
      modules.addAll(
          List.of(new TaskdModule(config, health), stores.asModule(), notifying.asModule()));
      Injector injector = Guice.createInjector(Stage.PRODUCTION, modules);
      lifecycle.start(injector.getInstance(Node.class), config);
      return lifecycle.awaitEnd(health);
    } catch (Throwable e) {
      return lifecycle.failed(() -> report(e, config, err));
    }
  }

  /** Says in one line what kept taskd from starting; returns the exit code. */
  private static int report(Throwable error, TaskdConfig config, PrintWriter err) {
    for (Throwable cause : Causes.of(error)) {
      switch (cause) {
        case EmbeddedPostgresException e -> {
          err.println("taskd: " + e.getMessage());
          return ExitCode.DATABASE;
        }
        case StoreException e -> {
          err.println("taskd: the database cannot be used: " + e.getMessage() + whereFrom(config));
          return ExitCode.DATABASE;
        }
        case CannotListenException e -> {
          err.println("taskd: " + e.getMessage());
          return ExitCode.CONFIGURATION;
        }
        default -> {}
      }
    }
    err.println("taskd: could not start: " + Trace.of(error));
    return ExitCode.FAULT;
  }

  private static String whereFrom(TaskdConfig config) {
    return config.storage() instanceof TaskdConfig.Storage.Postgres
        ? "; look at postgres.url, postgres.user and postgres.password"
        : "";
  }

  private static String version() {
    String version = Taskd.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }
}
