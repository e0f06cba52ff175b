package dev.taskd.benchmarks;

import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * How long it takes from the call that sends a job to the first line of its handler, on a node that
 * has nothing to do. Sent on a connection of its own, one at a time, after pauses of random length.
 */
record Latency(Server server, Options options, Progress progress) {
  /** Between them a node's wait for its next poll is anything from its shortest upwards. */
  private static final int SHORTEST_PAUSE_MILLIS = 20;

  private static final int LONGEST_PAUSE_MILLIS = 200;

  /** So many, sent one after the other without a pause, that the code on the way is compiled. */
  private static final int WARM_UP = 1_000;

  /** What one run measured, in milliseconds. */
  private record Sent(List<Double> pickups, List<Double> calls) {}

  Map<String, Object> measure() throws Exception {
    long seed = RandomGenerator.getDefault().nextLong();
    progress.tell("seed " + seed);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    List<Map<String, Object>> runs = new ArrayList<>();
    Sent all = new Sent(new ArrayList<>(), new ArrayList<>());
    for (int i = 1; i <= options.runs(); i++) {
      Sent run = run(random);
      all.pickups.addAll(run.pickups);
      all.calls.addAll(run.calls);
      runs.add(Figures.spread(run.pickups));
      progress.tell("run %d of %d: %s ms".formatted(i, options.runs(), runs.getLast()));
    }
    return line(seed, runs, all);
  }

  private Map<String, Object> line(long seed, List<Map<String, Object>> runs, Sent all) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("name", options.form().toString());
    line.put("unit", "ms");
    line.put("taskd", median(runs, "p50"));
    line.put("reference", null);
    line.put("floor", null);
    line.put("ratio", null);
    line.put("floor_ratio", null);
    line.put("runs", runs);
    for (String each : List.of("p50", "p95", "p99", "max")) {
      line.put(each, median(runs, each));
    }
    line.put("send_call", Figures.spread(all.calls));
    line.put("seed", seed);
    return line;
  }

  private static double median(List<Map<String, Object>> runs, String figure) {
    return Figures.median(runs.stream().map(run -> (Double) run.get(figure)).toList());
  }

  private Sent run(RandomGenerator random) throws Exception {
    BlockingQueue<Long> begun = new LinkedBlockingQueue<>();
    try (Scratch scratch = server.scratch();
        Stores sender = Stores.alone(scratch);
        LocalNode node =
            new LocalNode(
                scratch,
                16,
                64,
                run -> {
                  begun.add(System.nanoTime());
                  return new Outcome.Done();
                })) {
      node.start();
      send(sender, begun, WARM_UP, () -> 0);
      return send(
          sender,
          begun,
          options.jobs(),
          () -> random.nextInt(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS));
    }
  }

  private static Sent send(
      Stores sender, BlockingQueue<Long> begun, int jobs, IntSupplier pauseMillis)
      throws InterruptedException {
    List<NewJob> job = Work.jobs(1);
    Sent sent = new Sent(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < jobs; i++) {
      Thread.sleep(pauseMillis.getAsInt());
      long called = System.nanoTime();
      sender.jobs().add(job);
      long returned = System.nanoTime();
      sent.calls.add((returned - called) / 1e6);
      sent.pickups.add((begun.take() - called) / 1e6);
    }
    return sent;
  }
}
