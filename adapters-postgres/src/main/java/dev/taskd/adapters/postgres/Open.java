package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The verdicts that are still to be recorded, in a transaction that has locked their leases.
 *
 * @param parts by their places in what was sent
 */
record Open(SortedMap<Integer, Part> parts, @Nullable Instant time) {
  /** One verdict, and when its job was claimed. */
  record Part(Settlement settlement, Instant since) {}

  static Open lock(Connection connection, NodeId node, SortedMap<Integer, Settlement> sent)
      throws SQLException {
    List<Map.Entry<Integer, Settlement>> all = new ArrayList<>(sent.entrySet());
    SortedMap<Integer, Part> open = new TreeMap<>();
    Instant time = null;
    try (PreparedStatement statement =
            Sql.prepare(
                connection,
                Statements.OPEN_PARTS,
                sent.values().stream()
                    .map(settlement -> settlement.job().lease().id())
                    .distinct()
                    .toArray(Long[]::new),
                node.value(),
                Sql.ints(all, Map.Entry::getKey),
                Sql.longs(all, entry -> entry.getValue().job().lease().id()),
                Sql.ints(all, entry -> entry.getValue().job().position()),
                Sql.longs(all, entry -> entry.getValue().job().id().value()),
                Sql.ints(all, entry -> entry.getValue().job().attempt()));
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        int place = rows.getInt("place");
        open.put(
            place,
            new Part(
                Objects.requireNonNull(sent.get(place)),
                rows.getObject("claimed_at", OffsetDateTime.class).toInstant()));
        time = rows.getObject("now", OffsetDateTime.class).toInstant();
      }
    }
    return new Open(open, time);
  }

  /** The time of the transaction, by the database's clock; only if something is open. */
  Instant now() {
    return Objects.requireNonNull(time, "nothing is open");
  }
}
