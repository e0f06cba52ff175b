package dev.taskd.adapters.memory;

import dev.taskd.domain.job.Beat;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Roster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The nodes that are signed on, and their beats. One thread at a time. */
final class MemoryNodes {
  private final Map<Long, Long> beats = new TreeMap<>();
  private long lastId;

  NodeId join() {
    beats.put(++lastId, 0L);
    return new NodeId(lastId);
  }

  boolean isSignedOn(NodeId node) {
    return beats.containsKey(node.value());
  }

  /**
   * @param holders the nodes that hold jobs
   */
  Optional<Roster> beat(NodeId self, Set<NodeId> holders) {
    if (beats.computeIfPresent(self.value(), (id, beat) -> beat + 1) == null) {
      return Optional.empty();
    }
    List<Beat> others =
        beats.entrySet().stream()
            .filter(each -> each.getKey() != self.value())
            .map(each -> new Beat(new NodeId(each.getKey()), each.getValue()))
            .toList();
    return Optional.of(
        new Roster(others, holders.stream().filter(node -> !isSignedOn(node)).toList()));
  }

  boolean lose(Beat last) {
    return beats.remove(last.node().value(), last.number());
  }

  void leave(NodeId node) {
    beats.remove(node.value());
  }
}
