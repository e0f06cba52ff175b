package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The leases that a transaction has locked. One thread at a time. */
final class Leases {
  private final Map<Long, OpenLease> byId = new HashMap<>();
  private @Nullable Instant now;

  private Leases() {}

  /** Locks the leases of {@code settlements} that are still there, in order of id. */
  static Leases lock(Connection connection, Collection<Settlement> settlements)
      throws SQLException {
    Leases leases = new Leases();
    var ids = settlements.stream().map(s -> s.job().lease().id()).collect(Collectors.toSet());
    try (PreparedStatement statement =
            Sql.prepare(connection, Statements.LOCK_LEASES, (Object) Sql.longs(ids, id -> id));
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        OpenLease lease = new OpenLease(rows);
        leases.byId.put(lease.id(), lease);
        leases.now = rows.getObject("now", OffsetDateTime.class).toInstant();
      }
    }
    return leases;
  }

  /** The time of the transaction, by the database's clock; only if there is a lease. */
  Instant now() {
    return Objects.requireNonNull(now, "no lease is locked");
  }

  /** Whether the verdict of {@code node} on this part is still to be recorded. */
  boolean isOpen(NodeId node, ClaimedJob job) {
    OpenLease lease = byId.get(job.lease().id());
    return lease != null && lease.covers(node, job) && !lease.isSettled(job);
  }

  /** Whether somebody has recorded a verdict on this part, if it ever was one. */
  boolean isOver(NodeId node, ClaimedJob job) {
    OpenLease lease = byId.get(job.lease().id());
    return lease == null || lease.covers(node, job) && lease.isSettled(job);
  }

  /** Closes a part that is open. */
  void settle(ClaimedJob job) {
    Objects.requireNonNull(byId.get(job.lease().id())).settle(job);
  }

  boolean areTouched() {
    return byId.values().stream().anyMatch(OpenLease::isTouched);
  }

  /** Those of which a part was closed, and other parts are open still. */
  List<OpenLease> goingOn() {
    return touched(lease -> !lease.isOver());
  }

  /** Those of which the last part was closed. */
  List<OpenLease> over() {
    return touched(OpenLease::isOver);
  }

  private List<OpenLease> touched(Predicate<OpenLease> filter) {
    return byId.values().stream().filter(OpenLease::isTouched).filter(filter).toList();
  }
}
