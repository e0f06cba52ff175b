package dev.taskd.application.dispatcher;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.RetryRule;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.port.JobStore;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the jobs of lost nodes from them: each has crashed once more. Thread-safe. */
public final class Rescuer {
  private static final Logger log = LoggerFactory.getLogger(Rescuer.class);
  private static final int PAGE = 500;

  private final JobStore store;
  private final RetryRule rule;

  public Rescuer(JobStore store, RetryRule rule) {
    this.store = store;
    this.rule = rule;
  }

  /** Rescues from every node but {@code self}: it is known that no other is alive. */
  public void rescueFromAllBut(NodeId self) {
    store.others(self).forEach(this::rescueFrom);
  }

  private void rescueFrom(NodeId lost) {
    int rescued = 0;
    ClaimedJob last = null;
    for (List<ClaimedJob> page = store.held(lost, last, PAGE);
        !page.isEmpty();
        page = store.held(lost, last, PAGE)) {
      store.settle(lost, page.stream().map(this::crashed).toList());
      rescued += page.size();
      last = page.getLast();
    }
    store.leave(lost);
    log.atWarn()
        .addKeyValue("node", lost)
        .addKeyValue("jobs", rescued)
        .log("took over from a lost node");
  }

  private Settlement crashed(ClaimedJob job) {
    return new Settlement(job, rule.crashed(job), Duration.ZERO);
  }
}
