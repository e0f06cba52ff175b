package dev.taskd.application.node;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.RetryRule;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.StoreException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the jobs of nodes that are gone from them: each has crashed once more. Thread-safe. */
public final class Rescuer {
  private static final Logger log = LoggerFactory.getLogger(Rescuer.class);
  private static final int PAGE = 500;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final JobStore store;
  private final RetryRule rule;
  private final Presence presence;

  public Rescuer(JobStore store, RetryRule rule, Presence presence) {
    this.store = store;
    this.rule = rule;
    this.presence = presence;
  }

  /** Rescues from every node that is gone; returns how long to wait, unless one is found. */
  public Duration turn() {
    presence.gone().forEach(this::rescueFrom);
    return LONGEST_WAIT;
  }

  private void rescueFrom(NodeId lost) {
    int rescued = 0;
    ClaimedJob last = null;
    for (List<ClaimedJob> page = store.held(lost, last, PAGE);
        !page.isEmpty();
        page = store.held(lost, last, PAGE)) {
      rescued += rescue(lost, page);
      last = page.getLast();
    }
    if (rescued > 0) {
      log.atWarn()
          .addKeyValue("node", lost)
          .addKeyValue("jobs", rescued)
          .log("took over from a lost node");
    }
  }

  /** One that the store refuses is left, and holds nothing else up. */
  private int rescue(NodeId lost, List<ClaimedJob> jobs) {
    try {
      return jobs.size() - store.settle(lost, jobs.stream().map(this::crashed).toList()).size();
    } catch (StoreException.Rejected e) {
      if (jobs.size() > 1) {
        return jobs.stream().mapToInt(job -> rescue(lost, List.of(job))).sum();
      }
      log.atError()
          .addKeyValue("job", jobs.getFirst().id())
          .addKeyValue("node", lost)
          .log("a job cannot be taken from a lost node: {}", e.getMessage());
      return 0;
    }
  }

  private Settlement crashed(ClaimedJob job) {
    return new Settlement(job, rule.crashed(job));
  }
}
