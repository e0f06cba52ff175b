package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.NodeId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.stream.IntStream;

/** A lease whose row is locked, and what of it is settled in this transaction. */
final class OpenLease {
  private final long id;
  private final long node;
  private final Long[] ids;
  private final Integer[] attempts;
  private final BitSet settled = new BitSet();
  private final BitSet now = new BitSet();

  OpenLease(ResultSet row) throws SQLException {
    id = row.getLong("id");
    node = row.getLong("node");
    ids = (Long[]) row.getArray("ids").getArray();
    attempts = (Integer[]) row.getArray("attempts").getArray();
    String bits = row.getString("settled");
    IntStream.range(0, ids.length).filter(i -> bits.charAt(i) == '1').forEach(settled::set);
  }

  long id() {
    return id;
  }

  /** Whether {@code node} holds it and the job has the part in it that it says. */
  boolean covers(NodeId holder, ClaimedJob job) {
    int position = job.position();
    return node == holder.value()
        && position >= 0
        && position < ids.length
        && ids[position] == job.id().value()
        && attempts[position] == job.attempt();
  }

  boolean isSettled(ClaimedJob job) {
    return settled.get(job.position());
  }

  void settle(ClaimedJob job) {
    settled.set(job.position());
    now.set(job.position());
  }

  boolean isTouched() {
    return !now.isEmpty();
  }

  boolean isOver() {
    return settled.cardinality() == ids.length;
  }

  /** The bits that this transaction sets, as a bit string of the lease's length. */
  String newBits() {
    StringBuilder bits = new StringBuilder(ids.length);
    IntStream.range(0, ids.length).forEach(i -> bits.append(now.get(i) ? '1' : '0'));
    return bits.toString();
  }
}
