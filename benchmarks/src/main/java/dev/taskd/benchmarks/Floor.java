package dev.taskd.benchmarks;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.job.Verdict;
import java.util.List;

/** taskd's own statements without taskd around them: one thread, one connection. */
record Floor(Stores stores, Topic topic) {
  /** Claims and settles until nothing is left. */
  void drain(int batch) {
    NodeId node = stores.nodes().join();
    List<Demand> demands = List.of(new Demand(List.of(topic), batch, 0, false));
    for (List<ClaimedJob> jobs = stores.jobs().claim(node, demands);
        !jobs.isEmpty();
        jobs = stores.jobs().claim(node, demands)) {
      if (!stores.jobs().settle(node, jobs.stream().map(Floor::done).toList()).isEmpty()) {
        throw new IllegalStateException("a verdict was stale");
      }
    }
  }

  private static Settlement done(ClaimedJob job) {
    return new Settlement(job, new Verdict.Finished(job.payload()));
  }
}
