package dev.taskd.domain.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.domain.text.SafeText;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryRuleTest {
  private static final Duration CAP = Duration.ofSeconds(8);
  private static final RetryRule RULE = new RetryRule(new Backoff(Duration.ofSeconds(1), CAP), 3);
  private static final RandomGenerator ZERO =
      new Random(1) {
        @Override
        public double nextDouble() {
          return 0;
        }
      };

  @Test
  void done_is_finished_with_its_result() {
    assertThat(judge(1, 5, new Ending.Returned(new Outcome.Done("1"))))
        .isEqualTo(new Verdict.Finished("1"));
  }

  @Test
  void retry_waits_for_its_backoff() {
    assertThat(judge(2, 5, new Ending.Returned(new Outcome.Retry("busy"))))
        .isEqualTo(
            new Verdict.Retried(Duration.ofSeconds(1), failure(ErrorKind.TRANSIENT, "busy")));
  }

  @ParameterizedTest
  @CsvSource({"PT0S, PT0.5S", "PT0.4S, PT0.5S", "PT3S, PT3S", "PT8S, PT8S", "PT240H, PT8S"})
  void retry_waits_as_long_as_the_other_side_asked_within_the_cap(Duration asked, Duration waits) {
    assertThat(judge(1, 5, new Ending.Returned(new Outcome.Retry("busy", asked))))
        .isEqualTo(new Verdict.Retried(waits, failure(ErrorKind.TRANSIENT, "busy")));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "5, 5", "6, 5"})
  void failure_at_the_limit_buries(int attempt, int limit) {
    assertThat(judge(attempt, limit, new Ending.Returned(new Outcome.Retry("busy"))))
        .isEqualTo(new Verdict.Buried(failure(ErrorKind.EXHAUSTED, "busy")));
    assertThat(judge(attempt, limit, new Ending.TimedOut(Duration.ofSeconds(3))))
        .isEqualTo(new Verdict.Buried(failure(ErrorKind.TIMEOUT, "took longer than 3s")));
  }

  @Test
  void dead_buries_at_once() {
    assertThat(judge(1, 5, new Ending.Returned(new Outcome.Dead("no such user"))))
        .isEqualTo(new Verdict.Buried(failure(ErrorKind.PERMANENT, "no such user")));
  }

  @Test
  void snooze_and_cut_off_come_back_without_a_failure() {
    assertThat(judge(5, 5, new Ending.Returned(new Outcome.Snooze(Duration.ofHours(1)))))
        .isEqualTo(new Verdict.Snoozed(Duration.ofHours(1)));
    assertThat(judge(5, 5, new Ending.CutOff())).isEqualTo(new Verdict.Snoozed(Duration.ZERO));
  }

  @Test
  void unstarted_is_handed_back_even_at_its_limit() {
    assertThat(judge(5, 5, new Ending.Unstarted())).isEqualTo(new Verdict.HandedBack());
  }

  @Test
  void unchecked_exceptions_and_errors_are_panics_and_checked_ones_are_not() {
    assertThat(kindOf(new IllegalStateException())).isEqualTo(ErrorKind.PANIC);
    assertThat(kindOf(new StackOverflowError())).isEqualTo(ErrorKind.PANIC);
    assertThat(kindOf(new IOException())).isEqualTo(ErrorKind.TRANSIENT);
  }

  @Test
  void a_checked_exception_exhausts_the_last_attempt_alone() {
    Ending threw = new Ending.Threw(new IOException("disk"));
    SafeText message = SafeText.of(new IOException("disk"));

    assertThat(judge(4, 5, threw))
        .isEqualTo(
            new Verdict.Retried(Duration.ofSeconds(4), new Failure(ErrorKind.TRANSIENT, message)));
    assertThat(judge(5, 5, threw))
        .isEqualTo(new Verdict.Buried(new Failure(ErrorKind.EXHAUSTED, message)));
  }

  @Test
  void permanent_failure_is_seen_through_any_wrapping_and_cycles() {
    PermanentFailure permanent = new PermanentFailure("never");
    Exception wrapped = new ExecutionException(new IllegalStateException(permanent));
    Exception cyclic = new Exception("outer", permanent);
    permanent.initCause(cyclic);

    assertThat(judge(1, 5, new Ending.Threw(wrapped)))
        .isEqualTo(new Verdict.Buried(failure(ErrorKind.PERMANENT, "never")));
    assertThat(judge(1, 5, new Ending.Threw(cyclic)))
        .isEqualTo(new Verdict.Buried(failure(ErrorKind.PERMANENT, "never")));
  }

  @ParameterizedTest
  @CsvSource({
    // attempt, limit, crashes so far, dead
    "1, 5, 0, false",
    "2, 5, 1, false",
    "3, 5, 2, true",
    "1, 1, 0, true",
    "1, 2, 0, false",
    "2, 2, 1, true",
    "5, 5, 0, true",
    "3, 9, 2, true",
  })
  void crash_buries_at_the_smaller_of_both_limits(
      int attempt, int limit, int crashes, boolean dead) {
    Verdict verdict = RULE.crashed(job(attempt, limit, crashes));

    assertThat(verdict).isInstanceOf(dead ? Verdict.Buried.class : Verdict.Rescued.class);
    if (verdict instanceof Verdict.Buried(Failure failure)) {
      assertThat(failure.kind()).isEqualTo(ErrorKind.WORKER_LOST);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // attempts so far, limit, crashes, max-crashes, caution
    "0, 5, 0, 3, NONE",
    "3, 5, 0, 3, NONE",
    "4, 5, 0, 3, FREE_WORKER",
    "0, 1, 0, 3, FREE_WORKER",
    "0, 5, 0, 1, FREE_WORKER",
    "1, 5, 1, 3, FREE_WORKER",
    "2, 5, 2, 3, ALONE",
    "1, 2, 1, 3, ALONE",
    "3, 4, 1, 3, ALONE",
    "2147483647, 2147483647, 0, 3, FREE_WORKER",
  })
  void caution_grows_with_what_a_crash_would_do(
      int attempts, int limit, int crashes, int maxCrashes, Caution caution) {
    assertThat(Caution.of(attempts, limit, crashes, maxCrashes)).isEqualTo(caution);
  }

  @Test
  void rule_without_crashes_is_refused() {
    assertThatThrownBy(() -> new RetryRule(RULE.backoff(), 0)).hasMessageContaining("0");
  }

  private static ErrorKind kindOf(Throwable error) {
    return ((Verdict.Retried) judge(1, 5, new Ending.Threw(error))).failure().kind();
  }

  private static Verdict judge(int attempt, int limit, Ending ending) {
    return RULE.judge(job(attempt, limit, 0), ending, ZERO);
  }

  private static Failure failure(ErrorKind kind, String message) {
    return new Failure(kind, SafeText.of(message));
  }

  private static ClaimedJob job(int attempt, int limit, int crashes) {
    return new ClaimedJob(
        new Lease(1, new NodeId(1)),
        0,
        new JobId(1),
        new Topic("mail"),
        Caution.NONE,
        attempt,
        limit,
        crashes,
        "{}",
        null,
        null);
  }
}
