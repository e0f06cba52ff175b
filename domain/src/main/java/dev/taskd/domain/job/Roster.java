package dev.taskd.domain.job;

import java.util.List;

/**
 * What a node learns of the others when it beats.
 *
 * @param others the last beat of each other node that is signed on
 * @param gone nodes that are signed on no more, and still hold jobs
 */
public record Roster(List<Beat> others, List<NodeId> gone) {
  public Roster {
    others = List.copyOf(others);
    gone = List.copyOf(gone);
  }
}
