package dev.taskd.domain.server;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Leaves a server alone for a while that does not do its work, as one node has seen it. It judges
 * the server and never a job: that a step failed is no fault of the server that says so.
 *
 * <p>It is told two sorts of thing. How a submission went comes with its permit, once. What the
 * server's answers are worth comes later and from anywhere: an acceptance is not yet an answer, so
 * it makes up for submissions that failed, and never for bad answers.
 *
 * <p>Times are those of a steady clock, from any beginning. Thread-safe.
 */
public final class CircuitBreaker {
  private final BreakerRule rule;
  private final RandomGenerator random;

  private State state = State.CLOSED;
  private long generation;
  private int failedInARow;
  private int badInARow;
  private boolean onProbation;
  private final Window window;
  private int openings;
  private Duration openUntil = Duration.ZERO;
  private @Nullable Permit probe;
  private Duration probeUntil = Duration.ZERO;

  public CircuitBreaker(BreakerRule rule, RandomGenerator random) {
    this.rule = rule;
    this.random = random;
    this.window = new Window(rule.window());
  }

  /** Where a breaker stands. */
  public enum State {
    /** It lets everything through. */
    CLOSED,
    /** It lets nothing through. */
    OPEN,
    /** It lets one submission through, to see how that goes. */
    HALF_OPEN
  }

  /** The right to make one submission, and the duty to tell how it went. */
  public final class Permit {
    private final long generation;
    private boolean resolved;

    private Permit(long generation) {
      this.generation = generation;
    }

    /** The server took it. */
    public void answered() {
      resolve(this, CircuitBreaker.this::accepted);
    }

    /** The server was not there, too slow, or broken. */
    public void failed(Duration now) {
      resolve(this, () -> CircuitBreaker.this.failed(now));
    }

    /** It says nothing about the server. */
    public void neutral() {
      resolve(this, () -> {});
    }
  }

  /**
   * How a breaker stands, for those who look.
   *
   * @param failures in a row
   * @param again until it lets a probe through, while it is open
   */
  public record View(State state, int failures, @Nullable Duration again) {}

  public synchronized View view(Duration now) {
    Duration again = state == State.OPEN ? positive(openUntil.minus(now)) : null;
    return new View(state, Math.max(failedInARow, badInARow), again);
  }

  /** Asks to make a submission. */
  public synchronized Admission admit(Duration now) {
    if (state == State.OPEN && openUntil.compareTo(now) <= 0) {
      state = State.HALF_OPEN;
      generation++;
    }
    return switch (state) {
      case CLOSED -> new Admission.Admitted(new Permit(generation));
      case OPEN -> new Admission.Refused(positive(openUntil.minus(now)));
      case HALF_OPEN -> probe(now);
    };
  }

  /** A probe that was lost must not hold its slot for ever: after its time another may go. */
  private Admission probe(Duration now) {
    if (probe != null && probeUntil.compareTo(now) > 0) {
      return new Admission.Refused(probeUntil.minus(now));
    }
    generation++;
    probe = new Permit(generation);
    probeUntil = now.plus(rule.longestProbe());
    return new Admission.Admitted(probe);
  }

  /** An answer arrived that keeps the contract, be it that the step failed. */
  public synchronized void goodAnswer() {
    window.add(false);
    if (state == State.CLOSED) {
      failedInARow = 0;
      badInARow = 0;
      openings = 0;
      onProbation = false;
    }
  }

  /** An answer arrived that keeps no contract, or none until the deadline. */
  public synchronized void badAnswer(Duration now) {
    window.add(true);
    badInARow++;
    judge(badInARow, now);
  }

  private synchronized void resolve(Permit permit, Runnable told) {
    if (permit.resolved) {
      return;
    }
    permit.resolved = true;
    if (permit == probe) {
      probe = null;
    }
    if (permit.generation == generation) {
      told.run();
    }
  }

  private void accepted() {
    window.add(false);
    if (state == State.HALF_OPEN) {
      state = State.CLOSED;
      generation++;
      onProbation = true;
    } else if (!onProbation) {
      failedInARow = 0;
    }
  }

  private void failed(Duration now) {
    window.add(true);
    failedInARow++;
    if (state == State.HALF_OPEN) {
      open(now);
    } else {
      judge(failedInARow, now);
    }
  }

  private void judge(int inARow, Duration now) {
    if (state == State.CLOSED
        && (onProbation
            || inARow >= rule.failures()
            || (window.isFull() && window.failures() >= rule.windowFailures()))) {
      open(now);
    }
  }

  private void open(Duration now) {
    state = State.OPEN;
    generation++;
    openings++;
    openUntil = now.plus(rule.coolDown().delay(openings, random.nextDouble()));
    probe = null;
    onProbation = false;
    window.clear();
  }

  private static Duration positive(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}
