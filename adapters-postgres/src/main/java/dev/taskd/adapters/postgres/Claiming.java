package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Lease;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Topic;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How jobs get into a node's hands, and what it has in them. Thread-safe. */
final class Claiming {
  /**
   * Claims at the same moment look for the same jobs; one may find that others have taken all that
   * it was after, though more is due.
   */
  private static final int TRIES = 3;

  private final int maxCrashes;

  Claiming(int maxCrashes) {
    this.maxCrashes = maxCrashes;
  }

  List<ClaimedJob> claim(Connection connection, NodeId node, List<Demand> demands)
      throws SQLException {
    Asked asked = Asked.of(demands);
    if (asked.topics.isEmpty()) {
      return List.of();
    }
    for (int tries = 1; ; tries++) {
      try (PreparedStatement statement = asked.prepare(connection, node);
          ResultSet rows = statement.executeQuery()) {
        List<ClaimedJob> claimed = new ArrayList<>();
        long wanted = 0;
        while (rows.next()) {
          wanted = rows.getLong("wanted");
          if (rows.getObject("lease") != null) {
            claimed.add(claimed(rows, node));
          }
        }
        if (!claimed.isEmpty() || wanted == 0 || tries == TRIES) {
          return claimed;
        }
      }
    }
  }

  List<ClaimedJob> held(Connection connection, NodeId node, @Nullable ClaimedJob last, int limit)
      throws SQLException {
    long lease = last == null ? 0 : last.lease().id();
    int position = last == null ? 0 : last.position();
    try (PreparedStatement statement =
            Sql.prepare(connection, Statements.HELD, node.value(), lease, lease, position, limit);
        ResultSet rows = statement.executeQuery()) {
      List<ClaimedJob> held = new ArrayList<>();
      while (rows.next()) {
        held.add(claimed(rows, node));
      }
      return held;
    }
  }

  private ClaimedJob claimed(ResultSet row, NodeId node) throws SQLException {
    int attempt = row.getInt("attempt");
    int maxAttempts = row.getInt("max_attempts");
    int crashes = row.getInt("crashes");
    return new ClaimedJob(
        new Lease(row.getLong("lease"), node),
        row.getInt("position"),
        new JobId(row.getLong("id")),
        new Topic(row.getString("topic")),
        Caution.of(attempt - 1, maxAttempts, crashes, maxCrashes),
        attempt,
        maxAttempts,
        crashes,
        row.getString("payload"),
        Rows.taskId(row.getString("task_id")),
        row.getString("key"));
  }

  /** Demands as columns: what each allows of each caution, and which topics it is for. */
  private static final class Asked {
    private final List<Integer> limits = new ArrayList<>();
    private final List<Share> shares = new ArrayList<>();
    private final List<Served> topics = new ArrayList<>();

    private record Share(int demand, Caution caution, int limit) {}

    private record Served(int demand, String topic) {}

    static Asked of(List<Demand> demands) {
      Asked asked = new Asked();
      demands.stream()
          .filter(demand -> demand.limit() > 0 && !demand.topics().isEmpty())
          .forEach(asked::add);
      return asked;
    }

    private void add(Demand demand) {
      limits.add(demand.limit());
      int number = limits.size();
      share(number, Caution.NONE, demand.limit());
      share(number, Caution.FREE_WORKER, Math.min(demand.limit(), demand.free()));
      share(number, Caution.ALONE, demand.alone() ? 1 : 0);
      demand.topics().stream()
          .distinct()
          .forEach(topic -> topics.add(new Served(number, topic.name())));
    }

    private void share(int number, Caution caution, int limit) {
      if (limit > 0) {
        shares.add(new Share(number, caution, limit));
      }
    }

    PreparedStatement prepare(Connection connection, NodeId node) throws SQLException {
      return Sql.prepare(
          connection,
          Statements.CLAIM,
          node.value(),
          Sql.ints(limits, limit -> limit),
          Sql.ints(shares, Share::demand),
          Sql.shorts(shares, share -> Rows.code(share.caution())),
          Sql.ints(shares, Share::limit),
          Sql.ints(topics, Served::demand),
          Sql.texts(topics, Served::topic));
    }
  }
}
