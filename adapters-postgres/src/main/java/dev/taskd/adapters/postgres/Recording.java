package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.Limits;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.text.SafeText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where verdicts put their jobs, gathered to be written in one statement. One thread at a time. */
final class Recording {
  private static final Failure LOST =
      new Failure(ErrorKind.WORKER_LOST, SafeText.of("its node was lost while it ran"));

  private final int maxCrashes;
  private final List<Row> rows = new ArrayList<>();

  private enum Fate {
    DONE(0),
    CANCELLED(1),
    DEAD(2),
    READY(3);

    /** Its number in the statement. */
    private final short code;

    Fate(int code) {
      this.code = (short) code;
    }
  }

  /**
   * What becomes of one job.
   *
   * @param raisedTo its new limit; null if that stays
   */
  private record Row(
      int place,
      ClaimedJob job,
      Fate fate,
      @Nullable Duration ran,
      Duration delay,
      int attempts,
      int crashes,
      @Nullable Integer raisedTo,
      @Nullable Failure failure) {}

  Recording(int maxCrashes) {
    this.maxCrashes = maxCrashes;
  }

  /** Adds what {@code ruling}, which may be another than the verdict sent, makes of its job. */
  void add(int place, Settlement sent, Verdict ruling) {
    ClaimedJob job = sent.job();
    Duration ran = sent.verdict() instanceof Verdict.HandedBack ? null : sent.ran();
    rows.add(
        switch (ruling) {
          case Verdict.Finished(var result) -> over(place, job, Fate.DONE, ran, 0, null);
          case Verdict.Cancelled() -> over(place, job, Fate.CANCELLED, ran, 0, null);
          case Verdict.Buried(Failure failure) -> {
            int crashes = failure.kind() == ErrorKind.WORKER_LOST ? job.crashes() + 1 : 0;
            yield over(place, job, Fate.DEAD, ran, crashes, failure);
          }
          case Verdict.Retried(Duration delay, Failure failure) ->
              back(place, job, delay, job.attempt(), 0, null, failure);
          case Verdict.Snoozed(Duration delay) -> {
            int raisedTo = Limits.raise(job.maxAttempts(), 1);
            yield back(place, job, delay, job.attempt(), 0, raisedTo, null);
          }
          case Verdict.HandedBack() ->
              back(place, job, Duration.ZERO, job.attempt() - 1, job.crashes(), null, null);
          case Verdict.Rescued() ->
              back(place, job, Duration.ZERO, job.attempt(), job.crashes() + 1, null, LOST);
        });
  }

  private static Row over(
      int place,
      ClaimedJob job,
      Fate fate,
      @Nullable Duration ran,
      int crashes,
      @Nullable Failure failure) {
    return new Row(place, job, fate, ran, Duration.ZERO, job.attempt(), crashes, null, failure);
  }

  private static Row back(
      int place,
      ClaimedJob job,
      Duration delay,
      int attempts,
      int crashes,
      @Nullable Integer raisedTo,
      @Nullable Failure failure) {
    return new Row(place, job, Fate.READY, null, delay, attempts, crashes, raisedTo, failure);
  }

  private short cautionOf(Row row) {
    int limit = row.raisedTo() == null ? row.job().maxAttempts() : row.raisedTo();
    return Rows.code(Caution.of(row.attempts(), limit, row.crashes(), maxCrashes));
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
        Sql.shorts(rows, row -> row.fate().code),
        Sql.longs(rows, row -> row.ran() == null ? null : Sql.micros(row.ran())),
        Sql.longs(rows, row -> Sql.micros(row.delay())),
        Sql.shorts(rows, this::cautionOf),
        Sql.ints(rows, Row::attempts),
        Sql.ints(rows, Row::crashes),
        Sql.ints(rows, Row::raisedTo),
        Sql.texts(rows, row -> row.failure() == null ? null : row.failure().kind().code()),
        Sql.texts(rows, row -> row.failure() == null ? null : row.failure().message().value()));
  }
}
