package dev.taskd.application.pool;

import dev.taskd.domain.job.Queue;

/**
 * One queue of a node.
 *
 * @param concurrency how many of its jobs run at the same time on this node
 * @param batch how many of its jobs are claimed at most in one go, and how many may lie claimed and
 *     not started
 */
public record QueueSettings(Queue queue, int concurrency, int batch) {
  public QueueSettings {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency is below 1: " + concurrency);
    }
    if (batch < concurrency) {
      throw new IllegalArgumentException(
          "batch " + batch + " is below concurrency " + concurrency + " of queue " + queue);
    }
  }
}
