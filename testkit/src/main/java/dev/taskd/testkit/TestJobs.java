package dev.taskd.testkit;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.text.SafeText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Jobs, demands and verdicts for tests. */
public final class TestJobs {
  public static final Topic MAIL = new Topic("mail");
  public static final Topic REPORT = new Topic("report");

  public static final Verdict FINISHED = new Verdict.Finished(null);
  public static final Verdict HANDED_BACK = new Verdict.HandedBack();
  public static final Verdict RESCUED = new Verdict.Rescued(failure(ErrorKind.WORKER_LOST));
  public static final Verdict RETRIED_NOW = retriedIn(Duration.ZERO);
  public static final Verdict SNOOZED_NOW = new Verdict.Snoozed(Duration.ZERO);
  public static final Verdict BURIED = buried(ErrorKind.EXHAUSTED);

  private TestJobs() {}

  /** A mail, due now, with five attempts. */
  public static NewJob mail() {
    return NewJob.of(MAIL, "{}", 5);
  }

  /** So many mails. */
  public static List<NewJob> mails(int count) {
    return IntStream.range(0, count).mapToObj(i -> mail()).toList();
  }

  public static NewJob mail(int maxAttempts) {
    return NewJob.of(MAIL, "{}", maxAttempts);
  }

  public static NewJob mail(String payload) {
    return NewJob.of(MAIL, payload, 5);
  }

  public static NewJob mail(Priority priority, Instant runAt) {
    return new NewJob(MAIL, priority, "{}", runAt, 5, null, null);
  }

  public static NewJob report() {
    return NewJob.of(REPORT, "{}", 5);
  }

  /** Room for {@code limit} jobs of any caution. */
  public static Demand demand(int limit, Topic... topics) {
    return new Demand(List.of(topics), limit, limit, true);
  }

  public static Verdict retriedIn(Duration delay) {
    return new Verdict.Retried(delay, failure(ErrorKind.TRANSIENT));
  }

  public static Verdict buried(ErrorKind kind) {
    return new Verdict.Buried(failure(kind));
  }

  public static Failure failure(ErrorKind kind) {
    return new Failure(kind, SafeText.of("it went wrong"));
  }

  public static Settlement settlement(ClaimedJob job, Verdict verdict) {
    return new Settlement(job, verdict);
  }
}
