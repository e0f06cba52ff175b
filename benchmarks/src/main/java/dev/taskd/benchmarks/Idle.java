package dev.taskd.benchmarks;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a node that has nothing to do asks of its database, and what its heap holds. */
record Idle(Server server, Options options, Progress progress) {
  /** After its work a node's waits double up to its longest, 2 s by default. */
  private static final long SETTLING_MILLIS = 4_000;

  Map<String, Object> measure() throws Exception {
    List<Map<String, Object>> runs = new ArrayList<>();
    for (int i = 1; i <= options.runs(); i++) {
      runs.add(run());
      progress.tell("run %d of %d: %s".formatted(i, options.runs(), runs.getLast()));
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("name", options.form().toString());
    line.put("unit", "statements/s");
    line.put("taskd", median(runs, "statements"));
    line.put("reference", null);
    line.put("floor", null);
    line.put("ratio", null);
    line.put("floor_ratio", null);
    line.put("runs", runs);
    line.put("heap_mib", median(runs, "heap_mib"));
    line.put("wal_bytes", median(runs, "wal_bytes"));
    line.put("seconds", options.seconds());
    return line;
  }

  /** Null where the server does not count. */
  private static @Nullable Double median(List<Map<String, Object>> runs, String figure) {
    List<Double> values =
        runs.stream().map(run -> (Double) run.get(figure)).filter(each -> each != null).toList();
    return values.isEmpty() ? null : Figures.median(values);
  }

  /** Each figure but the heap's for one second. */
  private Map<String, Object> run() throws Exception {
    try (Scratch scratch = server.scratch();
        Connection connection = scratch.connect();
        NodeProcess node = NodeProcess.start(scratch.address())) {
      new Client(node.url()).submit(options.jobs());
      Waiting.until(() -> !Tasks.isAnyOpen(connection));
      Thread.sleep(SETTLING_MILLIS);
      Cost before = Cost.of(connection);
      Thread.sleep(1_000L * options.seconds());
      Map<String, Object> each = Cost.of(connection).since(before).perOne(options.seconds());
      each.put("heap_mib", Figures.rounded(node.liveBytes() / 1048576.0));
      return each;
    }
  }
}
