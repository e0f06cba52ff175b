package dev.taskd.bootstrap.config;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * What the command line asks for.
 *
 * @param config the file that was named; null for {@link ConfigFile#DEFAULT}, if it is there
 * @param printConfig only print the effective configuration
 */
public record Options(@Nullable Path config, boolean printConfig) {
  /** What is exited with if the command line itself is wrong: {@code EX_USAGE} of sysexits.h. */
  public static final int USAGE_ERROR = 64;

  private static final String CONFIG = "--config";
  private static final String PRINT_CONFIG = "--print-config";

  /** What a command line comes to. */
  public sealed interface Parsed {
    /** Go on with these. */
    record Proceed(Options options) implements Parsed {}

    /** Everything is said: leave with this code. */
    record Exit(int code) implements Parsed {}
  }

  /**
   * Reads {@code arguments}. Help and version go to {@code out}, what is wrong to {@code err}.
   *
   * @param version what {@code --version} prints
   */
  public static Parsed parse(String[] arguments, String version, PrintWriter out, PrintWriter err) {
    CommandLine line =
        new CommandLine(spec(version))
            .setOut(out)
            .setErr(err)
            .setExpandAtFiles(false)
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    try {
      ParseResult result = line.parseArgs(arguments);
      Integer done = CommandLine.executeHelpRequest(result);
      return done == null
          ? new Parsed.Proceed(
              new Options(
                  result.matchedOptionValue(CONFIG, null), result.hasMatchedOption(PRINT_CONFIG)))
          : new Parsed.Exit(done);
    } catch (ParameterException e) {
      err.println("taskd: " + e.getMessage());
      line.usage(err);
      return new Parsed.Exit(USAGE_ERROR);
    }
  }

  /** The file to read, looked for in {@code directory} if none was named. */
  public ConfigFile file(Path directory) {
    return config == null ? ConfigFile.in(directory) : ConfigFile.named(config);
  }

  private static CommandSpec spec(String version) {
    CommandSpec spec =
        CommandSpec.create()
            .name("taskd")
            .version("taskd " + version)
            .mixinStandardHelpOptions(true)
            .addOption(
                OptionSpec.builder(CONFIG)
                    .paramLabel("FILE")
                    .type(Path.class)
                    .description("The configuration file. Default: ./taskd.yaml, if there is one.")
                    .build())
            .addOption(
                OptionSpec.builder(PRINT_CONFIG)
                    .type(boolean.class)
                    .description("Print the effective configuration, secrets hidden, and exit.")
                    .build());
    spec.usageMessage()
        .description("Runs taskd: durable tasks and jobs on PostgreSQL.")
        .exitCodeListHeading("Exit codes:%n")
        .exitCodeList(
            new TreeMap<>(
                Map.of(
                    "0", "stopped cleanly",
                    "3", "something was cut off at shutdown",
                    "64", "the command line is wrong",
                    "69", "the database, or a JDK, is not to be had",
                    "70", "a fault of taskd's own",
                    "78", "the configuration is refused")));
    return spec;
  }
}
