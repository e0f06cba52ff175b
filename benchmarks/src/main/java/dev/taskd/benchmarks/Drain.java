package dev.taskd.benchmarks;

import dev.taskd.domain.job.Outcome;
import java.sql.Connection;
import java.util.Map;

/** How fast jobs that are in the store already are claimed, run and recorded. */
record Drain(Server server, Options options, Progress progress) {
  /** Of the reference, the floor and taskd alike. */
  static final int BATCH = 500;

  private static final int CONCURRENCY = 16;
  private static final String DONE = "select count(*) as benchmark from taskd.finished";

  Map<String, Object> measure() throws Exception {
    Map<String, Object> line =
        Comparison.of(options, progress, this::reference, this::floor, this::taskd)
            .line(options.form(), "jobs/s");
    line.put("batch", BATCH);
    line.put("concurrency", CONCURRENCY);
    line.put("per_job", cost());
    return line;
  }

  private double reference(int jobs) throws Exception {
    try (Scratch scratch = server.scratch();
        Reference queue = new Reference(scratch)) {
      queue.add(jobs, BATCH);
      scratch.settle();
      long began = System.nanoTime();
      queue.drain(BATCH);
      long took = System.nanoTime() - began;
      scratch.expect(jobs, "select count(*) as benchmark from job where status = 'done'");
      return Figures.perSecond(jobs, took);
    }
  }

  private double floor(int jobs) throws Exception {
    try (Scratch scratch = server.scratch();
        Stores stores = Stores.alone(scratch)) {
      stores.add(jobs, BATCH);
      scratch.settle();
      long began = System.nanoTime();
      new Floor(stores, Work.TOPIC).drain(BATCH);
      long took = System.nanoTime() - began;
      scratch.expect(jobs, DONE);
      return Figures.perSecond(jobs, took);
    }
  }

  private double taskd(int jobs) throws Exception {
    try (Scratch scratch = filled(jobs)) {
      long took = drain(scratch, jobs);
      return Figures.perSecond(jobs, took);
    }
  }

  private Scratch filled(int jobs) throws Exception {
    Scratch scratch = server.scratch();
    try (Stores stores = Stores.alone(scratch)) {
      stores.add(jobs, BATCH);
    }
    scratch.settle();
    return scratch;
  }

  private static long drain(Scratch scratch, int jobs) throws Exception {
    try (LocalNode node = new LocalNode(scratch, CONCURRENCY, BATCH, run -> new Outcome.Done())) {
      long began = System.nanoTime();
      node.start();
      Waiting.until(() -> node.recorded() == jobs);
      long took = System.nanoTime() - began;
      scratch.expect(jobs, DONE);
      return took;
    }
  }

  /** Once more, and not for its time. */
  private Map<String, Object> cost() throws Exception {
    try (Scratch scratch = filled(options.jobs());
        Connection connection = scratch.connect()) {
      Cost before = Cost.of(connection);
      long deadBefore = deadRows(scratch);
      drain(scratch, options.jobs());
      Map<String, Object> each = Cost.of(connection).since(before).perOne(options.jobs());
      each.put(
          "dead_rows", Figures.rounded((double) (deadRows(scratch) - deadBefore) / options.jobs()));
      return each;
    }
  }

  /** Those of sessions that have ended; the others are told of late. */
  private static long deadRows(Scratch scratch) throws Exception {
    Waiting.until(() -> scratch.count(Waiting.SESSIONS) == 0);
    return scratch.count(
        "select coalesce(sum(n_tup_upd + n_tup_del), 0)::bigint as benchmark"
            + " from pg_stat_user_tables");
  }
}
