package dev.taskd.adapters.memory;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Lease;
import dev.taskd.domain.job.NodeId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What each node has claimed and nobody has settled. One thread at a time. */
final class MemoryLeases {
  private final Map<NodeId, NavigableMap<Long, NavigableMap<Integer, ClaimedJob>>> open =
      new HashMap<>();
  private long lastId;

  Lease next(NodeId node) {
    return new Lease(++lastId, node);
  }

  void open(ClaimedJob part) {
    open.computeIfAbsent(part.lease().node(), node -> new TreeMap<>())
        .computeIfAbsent(part.lease().id(), lease -> new TreeMap<>())
        .put(part.position(), part);
  }

  /** Whether {@code node} still has to settle this very part. */
  boolean isOpen(NodeId node, ClaimedJob part) {
    ClaimedJob found = leaseOf(node, part.lease()).get(part.position());
    return found != null && found.id().equals(part.id()) && found.attempt() == part.attempt();
  }

  void close(ClaimedJob part) {
    NavigableMap<Long, NavigableMap<Integer, ClaimedJob>> leases = leasesOf(part.lease().node());
    NavigableMap<Integer, ClaimedJob> lease = leaseOf(part.lease().node(), part.lease());
    lease.remove(part.position());
    if (lease.isEmpty()) {
      leases.remove(part.lease().id());
    }
    if (leases.isEmpty()) {
      open.remove(part.lease().node());
    }
  }

  List<ClaimedJob> held(NodeId node, @Nullable ClaimedJob last, int limit) {
    long lease = last == null ? 0 : last.lease().id();
    return leasesOf(node).tailMap(lease).values().stream()
        .flatMap(parts -> parts.values().stream())
        .filter(part -> last == null || isAfter(part, last))
        .limit(limit)
        .toList();
  }

  private static boolean isAfter(ClaimedJob part, ClaimedJob last) {
    return part.lease().id() > last.lease().id() || part.position() > last.position();
  }

  Set<NodeId> holders() {
    return open.keySet();
  }

  private NavigableMap<Long, NavigableMap<Integer, ClaimedJob>> leasesOf(NodeId node) {
    return open.getOrDefault(node, new TreeMap<>());
  }

  private NavigableMap<Integer, ClaimedJob> leaseOf(NodeId node, Lease lease) {
    return leasesOf(node).getOrDefault(lease.id(), new TreeMap<>());
  }
}
