package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Limits;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.text.SafeText;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where verdicts put their jobs, gathered to be written in one statement. One thread at a time. */
final class Recording {
  private static final Failure LOST =
      new Failure(ErrorKind.WORKER_LOST, SafeText.of("its node was lost while it ran"));

  private final int maxCrashes;
  private final List<Ended> ended = new ArrayList<>();
  private final List<Buried> buried = new ArrayList<>();
  private final List<Returned> returned = new ArrayList<>();
  private final List<Raised> raised = new ArrayList<>();
  private final List<Failed> failed = new ArrayList<>();
  private boolean anyDue;

  private record Ended(JobId id, int attempt, boolean cancelled, @Nullable Instant startedAt) {}

  private record Buried(JobId id, int attempt, int crashes, Instant startedAt) {}

  private record Returned(
      JobId id, Caution caution, Instant availableAt, int attempts, int crashes) {}

  private record Raised(JobId id, int maxAttempts) {}

  private record Failed(JobId id, int attempt, Failure failure) {}

  Recording(int maxCrashes) {
    this.maxCrashes = maxCrashes;
  }

  /** Adds what {@code ruling}, which may be another than the verdict sent, makes of its job. */
  void add(Settlement settlement, Verdict ruling, Instant now) {
    ClaimedJob job = settlement.job();
    boolean started = !(settlement.verdict() instanceof Verdict.HandedBack);
    Instant startedAt = now.minus(settlement.ran());
    switch (ruling) {
      case Verdict.Finished(var result) ->
          ended.add(new Ended(job.id(), job.attempt(), false, startedAt));
      case Verdict.Cancelled() ->
          ended.add(new Ended(job.id(), job.attempt(), true, started ? startedAt : null));
      case Verdict.Buried(Failure failure) -> {
        int crashes = failure.kind() == ErrorKind.WORKER_LOST ? job.crashes() + 1 : 0;
        buried.add(new Buried(job.id(), job.attempt(), crashes, startedAt));
        failed.add(new Failed(job.id(), job.attempt(), failure));
      }
      case Verdict.Retried(Duration delay, Failure failure) -> {
        giveBack(job, job.attempt(), job.maxAttempts(), 0, now, delay);
        failed.add(new Failed(job.id(), job.attempt(), failure));
      }
      case Verdict.Snoozed(Duration delay) -> {
        int raisedLimit = Limits.raise(job.maxAttempts(), 1);
        giveBack(job, job.attempt(), raisedLimit, 0, now, delay);
        raised.add(new Raised(job.id(), raisedLimit));
      }
      case Verdict.HandedBack() ->
          giveBack(job, job.attempt() - 1, job.maxAttempts(), job.crashes(), now, Duration.ZERO);
      case Verdict.Rescued() -> {
        giveBack(job, job.attempt(), job.maxAttempts(), job.crashes() + 1, now, Duration.ZERO);
        failed.add(new Failed(job.id(), job.attempt(), LOST));
      }
    }
  }

  private void giveBack(
      ClaimedJob job, int attempts, int maxAttempts, int crashes, Instant now, Duration delay) {
    anyDue |= delay.isZero();
    Caution caution = Caution.of(attempts, maxAttempts, crashes, maxCrashes);
    returned.add(new Returned(job.id(), caution, now.plus(delay), attempts, crashes));
  }

  /** Whether a job can be claimed again at once. */
  boolean anyDue() {
    return anyDue;
  }

  void write(Connection connection, Leases leases) throws SQLException {
    List<OpenLease> goingOn = leases.goingOn();
    Sql.execute(
        connection,
        Statements.RECORD,
        Sql.longs(goingOn, OpenLease::id),
        Sql.texts(goingOn, OpenLease::newBits),
        Sql.longs(leases.over(), OpenLease::id),
        Sql.longs(ended, job -> job.id().value()),
        Sql.ints(ended, Ended::attempt),
        Sql.booleans(ended, Ended::cancelled),
        Sql.times(ended, Ended::startedAt),
        Sql.longs(buried, job -> job.id().value()),
        Sql.ints(buried, Buried::attempt),
        Sql.ints(buried, Buried::crashes),
        Sql.times(buried, Buried::startedAt),
        Sql.longs(returned, job -> job.id().value()),
        Sql.ints(returned, job -> job.caution().ordinal()),
        Sql.times(returned, Returned::availableAt),
        Sql.ints(returned, Returned::attempts),
        Sql.ints(returned, Returned::crashes),
        Sql.longs(raised, job -> job.id().value()),
        Sql.ints(raised, Raised::maxAttempts),
        Sql.longs(failed, job -> job.id().value()),
        Sql.ints(failed, Failed::attempt),
        Sql.texts(failed, job -> job.failure().kind().code()),
        Sql.texts(failed, job -> job.failure().message().value()));
  }
}
