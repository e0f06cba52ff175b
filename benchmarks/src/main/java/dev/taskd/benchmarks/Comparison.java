package dev.taskd.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Runs of three sides in turn, so that what else the machine does hits all of them.
 *
 * @param runs each side's figure of each run
 */
record Comparison(List<Run> runs) {
  /** One way to do the same. */
  @FunctionalInterface
  interface Side {
    /** Does it for so many jobs; returns how many it did in a second. */
    double measure(int jobs) throws Exception;
  }

  record Run(double reference, double floor, double taskd) {}

  /** Before the first run each side does a tenth of the jobs, which is not counted. */
  static Comparison of(Options options, Progress progress, Side reference, Side floor, Side taskd)
      throws Exception {
    progress.tell("warming up");
    int few = Math.max(1, options.jobs() / 10);
    for (Side side : List.of(reference, floor, taskd)) {
      side.measure(few);
    }
    List<Run> runs = new ArrayList<>();
    for (int i = 1; i <= options.runs(); i++) {
      Run run =
          new Run(
              reference.measure(options.jobs()),
              floor.measure(options.jobs()),
              taskd.measure(options.jobs()));
      progress.tell(
          "run %d of %d: reference %.0f/s, floor %.0f/s, taskd %.0f/s"
              .formatted(i, options.runs(), run.reference, run.floor, run.taskd));
      runs.add(run);
    }
    return new Comparison(runs);
  }

  /** The line of a form, to which it may add. */
  Map<String, Object> line(Form form, String unit) {
    double reference = median(Run::reference);
    double floor = median(Run::floor);
    double taskd = median(Run::taskd);
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("name", form.toString());
    line.put("unit", unit);
    line.put("taskd", Figures.rounded(taskd));
    line.put("reference", Figures.rounded(reference));
    line.put("floor", Figures.rounded(floor));
    line.put("ratio", Figures.rounded(taskd / reference));
    line.put("floor_ratio", Figures.rounded(taskd / floor));
    line.put("runs", runs.stream().map(Comparison::shown).toList());
    return line;
  }

  private static Map<String, Object> shown(Run run) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("reference", Figures.rounded(run.reference));
    shown.put("floor", Figures.rounded(run.floor));
    shown.put("taskd", Figures.rounded(run.taskd));
    return shown;
  }

  private double median(ToDoubleFunction<Run> side) {
    return Figures.median(runs.stream().map(side::applyAsDouble).toList());
  }
}
