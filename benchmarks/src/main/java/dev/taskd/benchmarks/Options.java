package dev.taskd.benchmarks;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * What the command line asks for.
 *
 * @param url a server whose user may make databases; null for an embedded one
 * @param jobs how many jobs, or tasks, each run has. Each form has a default of its own
 * @param runs how many runs are measured. Default 3
 * @param seconds how long an idle node is watched. Default 60
 */
record Options(Form form, @Nullable String url, int jobs, int runs, int seconds) {
  private static final String URL = "--jdbc-url";
  private static final String JOBS = "--jobs";
  private static final String RUNS = "--runs";
  private static final String SECONDS = "--seconds";

  /** Empty if everything is said: help went to {@code out}. */
  static Optional<Options> parse(String[] arguments, PrintWriter out) {
    CommandLine line =
        new CommandLine(spec()).setOut(out).setCaseInsensitiveEnumValuesAllowed(true);
    ParseResult result = line.parseArgs(arguments);
    if (CommandLine.executeHelpRequest(result) != null) {
      return Optional.empty();
    }
    Form form = result.matchedPositionalValue(0, Form.DRAIN);
    Options options =
        new Options(
            form,
            result.matchedOptionValue(URL, null),
            result.matchedOptionValue(JOBS, form.jobs()),
            result.matchedOptionValue(RUNS, 3),
            result.matchedOptionValue(SECONDS, 60));
    if (options.jobs < 1 || options.runs < 1 || options.seconds < 1) {
      throw new ParameterException(line, "numbers begin at 1");
    }
    return Optional.of(options);
  }

  private static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("benchmarks").mixinStandardHelpOptions(true);
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel(String.join("|", names()))
            .type(Form.class)
            .required(true)
            .description("What to measure.")
            .build());
    spec.addOption(
        option(
            URL, String.class, "A PostgreSQL whose user may make databases. Default: embedded."));
    spec.addOption(option(JOBS, Integer.class, "Jobs, or tasks, of each run."));
    spec.addOption(option(RUNS, Integer.class, "Measured runs. Default: 3."));
    spec.addOption(option(SECONDS, Integer.class, "How long idle watches a node. Default: 60."));
    return spec;
  }

  private static OptionSpec option(String name, Class<?> type, String description) {
    String label = type == String.class ? "URL" : "N";
    return OptionSpec.builder(name).paramLabel(label).type(type).description(description).build();
  }

  private static String[] names() {
    return java.util.Arrays.stream(Form.values())
        .map(form -> form.name().toLowerCase(Locale.ROOT))
        .toArray(String[]::new);
  }
}
