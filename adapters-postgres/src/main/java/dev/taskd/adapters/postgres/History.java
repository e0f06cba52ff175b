package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was recorded of one attempt of a job.
 *
 * @param inHand nothing yet: a node has it
 * @param ended it was the job's last: done or cancelled
 * @param cancelled it ended so, whatever verdict was sent
 * @param failure what sort of failure it came to; null if it came to none
 */
record History(boolean inHand, boolean ended, boolean cancelled, @Nullable ErrorKind failure) {
  /** The histories of the attempts that these verdicts are on, in their order. */
  static List<History> of(Connection connection, Collection<Settlement> settlements)
      throws SQLException {
    try (PreparedStatement statement =
            Sql.prepare(
                connection,
                Statements.HISTORY,
                Sql.longs(settlements, settlement -> settlement.job().id().value()),
                Sql.ints(settlements, settlement -> settlement.job().attempt()));
        ResultSet rows = statement.executeQuery()) {
      List<History> histories = new ArrayList<>();
      while (rows.next()) {
        String kind = rows.getString("kind");
        histories.add(
            new History(
                rows.getBoolean("in_hand"),
                rows.getBoolean("ended"),
                rows.getBoolean("cancelled"),
                kind == null ? null : Rows.errorKind(kind)));
      }
      return histories;
    }
  }

  /**
   * Whether the node had recorded a verdict before it sent this one. The loss of a node is a
   * failure of its own sort; all else comes from the node itself, and a job that was put off or
   * handed back has no trace of it.
   */
  boolean shows(Verdict verdict) {
    if (inHand) {
      return false;
    }
    boolean isLoss = failure == ErrorKind.WORKER_LOST;
    if (isLoss || isOfLostNode(verdict)) {
      return isOfLostNode(verdict) && (isLoss || cancelled);
    }
    return ended
        || failure != null
        || verdict instanceof Verdict.Snoozed
        || verdict instanceof Verdict.HandedBack;
  }

  private static boolean isOfLostNode(Verdict verdict) {
    return verdict instanceof Verdict.Rescued
        || (verdict instanceof Verdict.Buried(var failure)
            && failure.kind() == ErrorKind.WORKER_LOST);
  }
}
