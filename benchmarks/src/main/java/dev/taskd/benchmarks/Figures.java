package dev.taskd.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is made of measured numbers. */
final class Figures {
  private Figures() {}

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }

  /** The smallest value that {@code share} of all are not above. */
  static double percentile(List<Double> values, double share) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }

  /** Its percentiles, by name. */
  static Map<String, Object> spread(List<Double> values) {
    Map<String, Object> spread = new LinkedHashMap<>();
    spread.put("p50", rounded(percentile(values, 0.50)));
    spread.put("p95", rounded(percentile(values, 0.95)));
    spread.put("p99", rounded(percentile(values, 0.99)));
    spread.put("max", rounded(percentile(values, 1)));
    return spread;
  }

  /** To three digits behind the point, or none above a thousand. */
  static double rounded(double value) {
    double scale = Math.abs(value) < 1_000 ? 1_000 : 1;
    return Math.round(value * scale) / scale;
  }

  static double perSecond(int count, long nanos) {
    return count * 1e9 / nanos;
  }
}
