package dev.taskd.bootstrap;

import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Stage;
import dev.taskd.application.health.Health;
import dev.taskd.application.safego.SafeGo;
import dev.taskd.bootstrap.config.ConfigException;
import dev.taskd.bootstrap.config.Options;
import dev.taskd.bootstrap.config.Premises;
import dev.taskd.bootstrap.config.TaskdConfig;
import dev.taskd.domain.task.TaskFlow;
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
 * <p>How it ended is told by its exit code: 0 after a clean stop; docs/operation.md has the others.
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
      case Options.Parsed.Proceed(Options options) when options.printConfig() ->
          print(options, environment, out, err);
      case Options.Parsed.Proceed(Options options) -> run(options, environment, extensions);
    };
  }

  private static int print(
      Options options, Map<String, String> environment, PrintWriter out, PrintWriter err) {
    try {
      config(options, environment).effective().forEach(out::println);
      return ExitCode.CLEAN;
    } catch (ConfigException e) {
      err.println("taskd: " + e.getMessage());
      return ExitCode.CONFIGURATION;
    }
  }

  private static int run(Options options, Map<String, String> environment, Module... extensions) {
    TaskdConfig config;
    try {
      config = config(options, environment);
      config.effective().forEach(setting -> log.info("{}", setting));
      Premises.check(config);
    } catch (ConfigException e) {
      return Downfall.of(e).tell();
    }
    return run(config, extensions);
  }

  private static TaskdConfig config(Options options, Map<String, String> environment) {
    return TaskdConfig.from(options.file(Path.of("")), environment);
  }

  private static int run(TaskdConfig config, Module... extensions) {
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
      return lifecycle.failed(() -> Downfall.of(e, config, extensions.length > 0).tell());
    }
  }

  private static String version() {
    String version = Taskd.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }
}
