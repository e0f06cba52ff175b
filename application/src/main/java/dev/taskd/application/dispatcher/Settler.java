package dev.taskd.application.dispatcher;

import dev.taskd.application.health.Health;
import dev.taskd.application.node.Presence;
import dev.taskd.application.pool.Hands;
import dev.taskd.application.pool.Tally;
import dev.taskd.application.safego.Next;
import dev.taskd.application.safego.Trace;
import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.text.SafeText;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes verdicts in batches: what gathers while one write is under way goes with the next.
 *
 * <p>A batch that could not be written is written again: whole while the store is away, otherwise
 * in halves, so that one that is held up does not hold up the others. One that the store refuses is
 * found in the same way: its job ends dead for a fixed reason. {@link #add} is thread-safe; {@link
 * #turn()} is for one thread at a time.
 */
public final class Settler {
  private static final Logger log = LoggerFactory.getLogger(Settler.class);
  private static final int MOST = 500;
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));
  private static final Failure REFUSED =
      new Failure(ErrorKind.PERMANENT, SafeText.of("its outcome could not be recorded"));

  private final JobStore store;
  private final Presence presence;
  private final Hands hands;
  private final Tally tally;
  private final Health health;
  private final RandomGenerator random;
  private final Consumer<TaskId> moved;
  private final BlockingQueue<Settlement> added = new LinkedBlockingQueue<>();
  private final Deque<List<Settlement>> pieces = new ArrayDeque<>();
  private int failures;

  /**
   * A settler with nothing to write.
   *
   * @param moved is told of each task whose step was settled
   */
  public Settler(
      JobStore store,
      Presence presence,
      Hands hands,
      Tally tally,
      Health health,
      RandomGenerator random,
      Consumer<TaskId> moved) {
    this.store = store;
    this.presence = presence;
    this.hands = hands;
    this.tally = tally;
    this.health = health;
    this.random = random;
    this.moved = moved;
  }

  /** Has a verdict written. */
  public void add(Settlement settlement) {
    added.add(settlement);
  }

  /** Writes what has gathered, each piece once; waits a little for the first. */
  public Next turn() throws InterruptedException {
    gather();
    int failuresBefore = failures;
    for (int left = pieces.size();
        left > 0 && !pieces.isEmpty() && failures < failuresBefore + 2;
        left--) {
      write(pieces.removeFirst());
    }
    if (failures > failuresBefore) {
      Thread.sleep(BACKOFF.delay(failures, random.nextDouble()));
    }
    return Next.AGAIN;
  }

  private void gather() throws InterruptedException {
    List<Settlement> piece = new ArrayList<>();
    if (pieces.isEmpty()) {
      Settlement first = added.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      if (first == null) {
        return;
      }
      piece.add(first);
    }
    added.drainTo(piece, MOST - piece.size());
    if (!piece.isEmpty()) {
      pieces.addLast(piece);
    }
  }

  private void write(List<Settlement> piece) {
    try {
      Set<Integer> stale = store.settle(presence.self(), piece);
      failures = 0;
      for (int i = 0; i < piece.size(); i++) {
        written(piece.get(i), stale.contains(i));
      }
    } catch (StoreException.Unavailable e) {
      failures++;
      health.outage().met("settler", e);
      if (health.outage().isOn()) {
        together(piece);
      } else {
        inHalves(piece);
      }
    } catch (RuntimeException refusal) {
      if (piece.size() > 1) {
        inHalves(piece);
      } else {
        refused(piece.getFirst(), refusal);
      }
    } catch (Error e) {
      failures++;
      inHalves(piece);
      throw e;
    }
  }

  private void inHalves(List<Settlement> piece) {
    int half = (piece.size() + 1) / 2;
    pieces.addLast(piece.subList(0, half));
    if (half < piece.size()) {
      pieces.addLast(piece.subList(half, piece.size()));
    }
  }

  /** Joins a piece with all else that waits for the store, in as few pieces as there can be. */
  private void together(List<Settlement> piece) {
    List<Settlement> all = new ArrayList<>(piece);
    pieces.forEach(all::addAll);
    pieces.clear();
    added.drainTo(all);
    for (int from = 0; from < all.size(); from += MOST) {
      pieces.addLast(all.subList(from, Math.min(from + MOST, all.size())));
    }
  }

  private void refused(Settlement settlement, RuntimeException refusal) {
    ClaimedJob job = settlement.job();
    log.atError().addKeyValue("job", job.id()).log("its verdict is refused: {}", Trace.of(refusal));
    Verdict fixed = new Verdict.Buried(REFUSED);
    if (settlement.verdict().equals(fixed)) {
      hands.release(job);
    } else {
      pieces.addLast(List.of(new Settlement(job, fixed)));
    }
  }

  private void written(Settlement settlement, boolean stale) {
    ClaimedJob job = settlement.job();
    if (stale) {
      tally.stale();
      log.atInfo()
          .addKeyValue("job", job.id())
          .addKeyValue("attempt", job.attempt())
          .log("its verdict came too late: the job had been taken from this node");
    } else {
      tally.recorded(settlement.verdict());
    }
    hands.release(job);
    if (job.isStepOfTask() && job.task() != null) {
      moved.accept(job.task());
    }
  }
}
