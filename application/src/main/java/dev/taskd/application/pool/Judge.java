package dev.taskd.application.pool;

import dev.taskd.application.health.Health;
import dev.taskd.application.json.InvalidJson;
import dev.taskd.application.json.JsonLimits;
import dev.taskd.application.json.JsonText;
import dev.taskd.application.safego.Attempt;
import dev.taskd.application.safego.SafeGo;
import dev.taskd.application.safego.Trace;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Ending;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.job.RetryRule;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.text.DurationText;
import dev.taskd.domain.text.SafeText;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what the end of a run becomes, tells the log of a failure, and hands the verdict on to be
 * written. Thread-safe; never throws.
 */
public final class Judge {
  private static final Logger log = LoggerFactory.getLogger(Judge.class);
  private static final Failure UNDECIDED =
      new Failure(ErrorKind.PANIC, SafeText.of("what became of it could not be decided"));

  private final RetryRule rule;
  private final JsonLimits results;
  private final RandomGenerator random;
  private final Health health;
  private final Consumer<Settlement> settler;

  /**
   * @param results how much JSON a handler may give back
   */
  public Judge(
      RetryRule rule,
      JsonLimits results,
      RandomGenerator random,
      Health health,
      Consumer<Settlement> settler) {
    this.rule = rule;
    this.results = results;
    this.random = random;
    this.health = health;
    this.settler = settler;
  }

  void settle(ClaimedJob job, Ending ending) {
    Verdict verdict =
        switch (SafeGo.<Verdict>call("judge", () -> rule.judge(job, checked(ending), random))) {
          case Attempt.Returned<Verdict>(Verdict decided) -> decided;
          case Attempt.Caught<Verdict> caught -> undecided(caught);
        };
    settler.accept(new Settlement(job, verdict));
    SafeGo.call("tell", () -> tell(job, ending, verdict));
  }

  /** A result that could not be given back as it is ends its own job here, and says why. */
  private Ending checked(Ending ending) {
    if (!(ending instanceof Ending.Returned(Outcome.Done(String result))) || result == null) {
      return ending;
    }
    try {
      JsonText.parse(result, results);
      return ending;
    } catch (InvalidJson fault) {
      return new Ending.Returned(new Outcome.Dead("the result is " + fault.getMessage()));
    }
  }

  private Verdict undecided(Attempt.Caught<Verdict> caught) {
    log.error("a verdict could not be reached: {}", Trace.of(caught.cause()));
    return new Verdict.Buried(UNDECIDED);
  }

  private boolean tell(ClaimedJob job, Ending ending, Verdict verdict) {
    String trace = "";
    if (ending instanceof Ending.Threw(Throwable error)) {
      health.witness(error);
      trace = "\n" + Trace.of(error);
    }
    switch (verdict) {
      case Verdict.Retried(Duration delay, Failure failure) ->
          log.atWarn()
              .addKeyValue("job", job.id())
              .addKeyValue("topic", job.topic())
              .addKeyValue("attempt", job.attempt())
              .addKeyValue("kind", failure.kind().code())
              .addKeyValue("again_in", DurationText.of(delay))
              .log("job failed: {}{}", failure.message().value(), trace);
      case Verdict.Buried(Failure failure) ->
          log.atError()
              .addKeyValue("job", job.id())
              .addKeyValue("topic", job.topic())
              .addKeyValue("attempt", job.attempt())
              .addKeyValue("kind", failure.kind().code())
              .log("job is dead: {}{}", failure.message().value(), trace);
      case Verdict.Finished finished -> {}
      case Verdict.Snoozed snoozed -> {}
      case Verdict.HandedBack handedBack -> {}
      case Verdict.Cancelled cancelled -> {}
      case Verdict.Rescued rescued -> {}
    }
    return true;
  }
}
