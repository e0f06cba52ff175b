package dev.taskd.domain.port;

import dev.taskd.domain.job.Beat;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Roster;
import java.util.Optional;

/**
 * The nodes that share a store. Thread-safe. Each call is one atomic act. Every call may throw
 * {@link StoreException}.
 */
public interface NodeStore {
  /** A new node signs on. */
  NodeId join();

  /** Tells that a node is alive; empty if it is signed on no more. */
  Optional<Roster> beat(NodeId self);

  /**
   * Signs a lost node off, unless it has beaten since. It can claim nothing any more, and what it
   * holds can be taken from it.
   *
   * @return whether it was signed off now
   */
  boolean lose(Beat last);

  /** A node signs off; what it still holds can be taken from it. */
  void leave(NodeId node);
}
