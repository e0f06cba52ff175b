package dev.taskd.application;

import dev.taskd.application.json.JsonLimits;
import dev.taskd.application.node.NodeSettings;
import dev.taskd.application.pool.QueueSettings;
import dev.taskd.application.pool.Watchman;
import dev.taskd.domain.job.RetryRule;
import java.time.Duration;
import java.util.List;

/**
 * How a node works.
 *
 * @param results how much JSON a handler may give back
 * @param pollMin the wait after a claim that brought something. Default 50 ms
 * @param pollMax the longest wait between claims. Default 2 s
 * @param patience how long a handler may ignore its interruption. Default 10 s
 */
public record EngineSettings(
    List<QueueSettings> queues,
    RetryRule rule,
    JsonLimits results,
    NodeSettings node,
    Duration pollMin,
    Duration pollMax,
    Duration patience) {
  public EngineSettings {
    queues = List.copyOf(queues);
    if (!pollMin.isPositive() || pollMin.compareTo(pollMax) > 0) {
      throw new IllegalArgumentException(
          "poll-min " + pollMin + " is not above zero and at most poll-max " + pollMax);
    }
  }

  /** Three batches of each queue and what runs: one waits, one is being written, one gathers. */
  int mostInHand() {
    return queues.stream().mapToInt(queue -> 3 * queue.batch() + queue.concurrency()).sum();
  }

  public EngineSettings(
      List<QueueSettings> queues,
      RetryRule rule,
      JsonLimits results,
      NodeSettings node,
      Duration pollMin,
      Duration pollMax) {
    this(queues, rule, results, node, pollMin, pollMax, Watchman.PATIENCE);
  }
}
