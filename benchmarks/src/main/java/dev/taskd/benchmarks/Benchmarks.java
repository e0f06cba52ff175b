package dev.taskd.benchmarks;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ParameterException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures taskd and prints one line of JSON. Exit code 64: the command line is wrong; 70: it could
 * not be measured.
 */
public final class Benchmarks {
  private static final int USAGE_ERROR = 64;
  private static final int FAULT = 70;

  private Benchmarks() {}

  public static void main(String[] args) {
    System.setProperty("logback.configurationFile", "dev/taskd/benchmarks/logback.xml");
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(args, out, err));
  }

  /** The line goes to {@code out}, how far it is and what is wrong to {@code err}. */
  static int run(String[] args, PrintWriter out, PrintWriter err) {
    try {
      Optional<Options> options = Options.parse(args, out);
      if (options.isPresent()) {
        out.println(new JsonMapper().writeValueAsString(measure(options.get(), err)));
      }
      return 0;
    } catch (ParameterException e) {
      err.println("benchmarks: " + e.getMessage());
      e.getCommandLine().usage(err);
      return USAGE_ERROR;
    } catch (Exception e) {
      e.printStackTrace(err);
      return FAULT;
    }
  }

  private static Map<String, Object> measure(Options options, PrintWriter err) throws Exception {
    try (Server server = Server.open(options.url())) {
      var progress = new Progress(options.form(), err);
      Map<String, Object> line =
          switch (options.form()) {
            case DRAIN -> new Drain(server, options, progress).measure();
            case ENQUEUE -> new Enqueue(server, options, progress).measure();
            case LATENCY -> new Latency(server, options, progress).measure();
            case IDLE -> new Idle(server, options, progress).measure();
            case TASKS -> new Tasks(server, options, progress).measure();
          };
      line.put("jobs", options.jobs());
      line.put("environment", server.environment());
      return line;
    }
  }
}
