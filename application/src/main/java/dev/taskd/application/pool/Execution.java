package dev.taskd.application.pool;

import dev.taskd.application.pool.Handlers.Bound;
import dev.taskd.application.safego.Attempt;
import dev.taskd.application.safego.SafeGo;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Ending;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.job.Run;
import org.slf4j.MDC;

/** Runs a handler on the calling thread and leaves the thread as it was. */
final class Execution {
  private Execution() {}

  static Attempt<Outcome> of(Running running, Bound bound) {
    ThreadState before = ThreadState.ofCurrent();
    try {
      ClaimedJob job = running.job();
      MDC.put("job", job.id().toString());
      return SafeGo.call(
          job.topic() + " #" + job.id(), () -> bound.handler().run(view(job, bound)));
    } finally {
      running.closeToInterruptions();
      before.restore();
    }
  }

  /** What the attempt was, seen together with why it was interrupted. */
  static Ending ending(Attempt<Outcome> attempt, Running running) {
    return running.stop() == null ? uninterrupted(attempt) : stopped(running);
  }

  /** What an interrupted run comes to, whatever its handler did then. */
  static Ending stopped(Running running) {
    return running.stop() == Running.Stop.TIMEOUT
        ? new Ending.TimedOut(running.timeout())
        : new Ending.CutOff();
  }

  private static Ending uninterrupted(Attempt<Outcome> attempt) {
    return switch (attempt) {
      case Attempt.Returned<Outcome>(Outcome outcome) when outcome != null ->
          new Ending.Returned(outcome);
      case Attempt.Returned<Outcome> nothing ->
          new Ending.Threw(new NullPointerException("the handler returned null"));
      case Attempt.Caught<Outcome> caught -> new Ending.Threw(caught.cause());
    };
  }

  private static Run view(ClaimedJob job, Bound bound) {
    return new Run(
        job.id(),
        job.topic(),
        job.attempt(),
        job.maxAttempts(),
        job.payload(),
        bound.timeout(),
        job.task(),
        job.key());
  }
}
