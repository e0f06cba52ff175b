package dev.taskd.application.health;

import static java.time.temporal.ChronoUnit.SECONDS;

import dev.taskd.application.safego.Pulse;
import dev.taskd.domain.job.Causes;
import dev.taskd.domain.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Whether this node is alive (worth keeping) and ready (worth sending requests to). Thread-safe.
 *
 * <p>Alive ends when a loop that is meant to live has not ended a turn well for as long as its
 * bound, when something that it cannot do without is gone, or when memory ran out once: what an
 * {@link OutOfMemoryError} has left undone is not known.
 */
public final class Health {
  private final Map<Pulse, Duration> loops = new ConcurrentHashMap<>();
  private final Outage outage = new Outage(System::nanoTime);
  private final Map<String, BooleanSupplier> needs = new ConcurrentHashMap<>();
  private volatile boolean outOfMemory;
  private volatile boolean ready;

  /** From now on {@code loop} must end a turn well at least once in {@code bound}. */
  public void watch(Pulse loop, Duration bound) {
    loops.put(loop, bound);
  }

  /**
   * From now on this node is not well without something that will not come back by itself.
   *
   * @param loss what is wrong when it is gone, and what to do, in words
   */
  public void need(BooleanSupplier isThere, String loss) {
    needs.put(loss, isThere);
  }

  /** Its loops are stopped on purpose: their silence says nothing any more. */
  public void unwatch() {
    loops.clear();
  }

  /** Sees what was caught anywhere on this node. */
  public void witness(Throwable error) {
    if (Causes.of(error).stream().anyMatch(OutOfMemoryError.class::isInstance)) {
      outOfMemory = true;
    }
  }

  public void ready(boolean ready) {
    this.ready = ready;
  }

  public Outage outage() {
    return outage;
  }

  /** What is wrong with this node's life, in words; empty if nothing is. */
  public List<String> ailments() {
    List<String> found = new ArrayList<>();
    if (outOfMemory) {
      found.add("memory ran out");
    }
    loops.forEach(
        (loop, bound) -> {
          if (loop.silence().compareTo(bound) > 0) {
            String silence = DurationText.of(loop.silence().truncatedTo(SECONDS));
            found.add(loop.name() + " has not turned for " + silence);
          }
        });
    needs.forEach(
        (loss, isThere) -> {
          if (!isThere.getAsBoolean()) {
            found.add(loss);
          }
        });
    Collections.sort(found);
    return found;
  }

  /** Why this node is not ready, in words; empty if it is. */
  public List<String> obstacles() {
    if (!ready) {
      return List.of("starting or shutting down");
    }
    return outage.isOn() ? List.of("the store is away") : List.of();
  }
}
