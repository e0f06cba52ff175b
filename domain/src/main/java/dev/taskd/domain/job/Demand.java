package dev.taskd.domain.job;

import java.util.List;

/**
 * What one queue of a node has room for.
 *
 * @param topics only jobs of these are taken
 * @param limit how many jobs at most
 * @param free how many of its workers have nothing to do: at most so many jobs of {@link
 *     Caution#FREE_WORKER} are taken
 * @param alone whether one job of {@link Caution#ALONE} may be taken, ahead of all others: nothing
 *     runs on the node
 */
public record Demand(List<Topic> topics, int limit, int free, boolean alone) {
  public Demand {
    topics = List.copyOf(topics);
  }

  /** Room for one job that must run alone. */
  public static Demand alone(List<Topic> topics) {
    return new Demand(topics, 1, 0, true);
  }
}
