package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.Fate;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where verdicts put their jobs, gathered to be written in one statement. One thread at a time. */
final class Recording {
  private final int maxCrashes;
  private final List<Row> rows = new ArrayList<>();

  /**
   * What becomes of one job.
   *
   * @param isStarted false if it was given back untouched
   */
  private record Row(int place, ClaimedJob job, Fate fate, boolean isStarted) {
    /** The number of its fate in the statement. */
    short code() {
      return switch (fate.state()) {
        case DONE -> 0;
        case CANCELLED -> 1;
        case DEAD -> 2;
        case PENDING -> 3;
        case RUNNING, WAITING -> throw new IllegalStateException("no fate: " + fate);
      };
    }

    /** Its new limit; null if that stays. */
    @Nullable Integer raisedTo() {
      return fate.maxAttempts() == job.maxAttempts() ? null : fate.maxAttempts();
    }
  }

  Recording(int maxCrashes) {
    this.maxCrashes = maxCrashes;
  }

  /** Adds what {@code ruling}, which may be another than the verdict sent, makes of its job. */
  void add(int place, Settlement sent, Verdict ruling) {
    rows.add(new Row(place, sent.job(), Fate.of(sent.job(), ruling), sent.isOfStarted()));
  }

  private short cautionOf(Row row) {
    Fate fate = row.fate();
    return Rows.code(Caution.of(fate.attempts(), fate.maxAttempts(), fate.crashes(), maxCrashes));
  }

  private static @Nullable String textOf(Row row, Function<Failure, String> text) {
    Failure failure = row.fate().failure();
    return failure == null ? null : text.apply(failure);
  }

  /** Writes what is still open to {@code node}; the places of what that is. */
  Set<Integer> write(Connection connection, NodeId node) throws SQLException {
    Set<Integer> recorded = new HashSet<>();
    if (!rows.isEmpty()) {
      try (PreparedStatement statement = prepare(connection, node);
          ResultSet places = statement.executeQuery()) {
        while (places.next()) {
          recorded.add(places.getInt(1));
        }
      }
    }
    return recorded;
  }

  private PreparedStatement prepare(Connection connection, NodeId node) throws SQLException {
    return Sql.prepare(
        connection,
        Statements.RECORD,
        rows.stream().map(row -> row.job().lease().id()).distinct().toArray(Long[]::new),
        node.value(),
        Sql.ints(rows, Row::place),
        Sql.longs(rows, row -> row.job().lease().id()),
        Sql.ints(rows, row -> row.job().position()),
        Sql.longs(rows, row -> row.job().id().value()),
        Sql.ints(rows, row -> row.job().attempt()),
        Sql.shorts(rows, Row::code),
        Sql.booleans(rows, Row::isStarted),
        Sql.longs(rows, row -> Sql.micros(row.fate().delay())),
        Sql.shorts(rows, this::cautionOf),
        Sql.ints(rows, row -> row.fate().attempts()),
        Sql.ints(rows, row -> row.fate().crashes()),
        Sql.ints(rows, Row::raisedTo),
        Sql.texts(rows, row -> textOf(row, failure -> failure.kind().code())),
        Sql.texts(rows, row -> textOf(row, failure -> failure.message().value())));
  }
}
