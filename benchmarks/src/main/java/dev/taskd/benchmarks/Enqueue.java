package dev.taskd.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;

/** How fast jobs are taken: by hundreds, by five hundreds (the floor) and one by one. */
record Enqueue(Server server, Options options, Progress progress) {
  private static final int HUNDRED = 100;

  /** A single one is a transaction, and so a write that is waited for: fewer will do. */
  private static final int SINGLES = 10;

  Map<String, Object> measure() throws Exception {
    Map<String, Object> line =
        Comparison.of(
                options,
                progress,
                jobs -> reference(jobs, HUNDRED),
                jobs -> taskd(jobs, Drain.BATCH),
                jobs -> taskd(jobs, HUNDRED))
            .line(options.form(), "jobs/s");
    line.put("batch", HUNDRED);
    line.put("floor_batch", Drain.BATCH);
    line.put("single", single());
    return line;
  }

  private Map<String, Object> single() throws Exception {
    int few = Math.max(1, options.jobs() / SINGLES);
    Map<String, Object> single = new LinkedHashMap<>();
    single.put("taskd", Figures.rounded(taskd(few, 1)));
    single.put("reference", Figures.rounded(reference(few, 1)));
    return single;
  }

  private double reference(int jobs, int batch) throws Exception {
    try (Scratch scratch = server.scratch();
        Reference queue = new Reference(scratch)) {
      scratch.settle();
      long began = System.nanoTime();
      queue.add(jobs, batch);
      long took = System.nanoTime() - began;
      scratch.expect(jobs, "select count(*) as benchmark from job");
      return Figures.perSecond(jobs, took);
    }
  }

  private double taskd(int jobs, int batch) throws Exception {
    try (Scratch scratch = server.scratch();
        Stores stores = Stores.alone(scratch)) {
      scratch.settle();
      long began = System.nanoTime();
      stores.add(jobs, batch);
      long took = System.nanoTime() - began;
      scratch.expect(jobs, "select count(*) as benchmark from taskd.ready");
      return Figures.perSecond(jobs, took);
    }
  }
}
