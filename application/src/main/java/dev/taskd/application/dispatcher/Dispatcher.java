package dev.taskd.application.dispatcher;

import dev.taskd.application.health.Health;
import dev.taskd.application.node.Presence;
import dev.taskd.application.pool.Hands;
import dev.taskd.application.pool.Tally;
import dev.taskd.application.pool.WorkerPool;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.Outlook;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Claims jobs and hands them to the pool: the only code of a node that claims. One thread at a
 * time, but for {@link #stop()}.
 */
public final class Dispatcher {
  private final JobStore store;
  private final WorkerPool pool;
  private final Hands hands;
  private final Tally tally;
  private final Health health;
  private final Pace pace;
  private final AloneTurns alone;
  private final LostReplies lostReplies;
  private volatile boolean stopped;
  private boolean knowsPauses;

  /**
   * @param nanoTime a steady clock, as {@link System#nanoTime} is
   */
  public Dispatcher(
      JobStore store,
      Presence presence,
      WorkerPool pool,
      Hands hands,
      Tally tally,
      Health health,
      Pace pace,
      LongSupplier nanoTime) {
    this.store = store;
    this.pool = pool;
    this.hands = hands;
    this.tally = tally;
    this.health = health;
    this.pace = pace;
    this.alone = new AloneTurns(nanoTime);
    this.lostReplies = new LostReplies(store, presence, pool, hands, nanoTime);
  }

  /** Claims nothing any more. What a claim under way brings is handed back by the pool. */
  public void stop() {
    stopped = true;
  }

  /** Claims once for every queue with room; returns how long to wait, unless something comes up. */
  public Duration turn() {
    if (stopped) {
      return pace.longest();
    }
    try {
      lostReplies.look();
      return claim();
    } catch (StoreException.Unavailable e) {
      health.outage().met("dispatcher", e);
      knowsPauses = false;
      return pace.afterOutage();
    }
  }

  private Duration claim() {
    if (!knowsPauses || pool.anyPaused()) {
      learnOfPauses();
    }
    if (alone.mayRun(hands.isEmpty())) {
      take(List.of(Demand.alone(pool.openTopics())));
    }
    List<Demand> demands = alone.holdsBack() ? List.of() : pool.demands();
    if (demands.isEmpty()) {
      lookNowAndThen();
      hands.tellWhenEmpty();
      return pace.longest();
    }
    List<ClaimedJob> got = take(demands);
    if (isAnyFilled(demands, got)) {
      lookNowAndThen();
      return pace.afterFull();
    }
    return pace.afterShort(got.size(), look());
  }

  private void lookNowAndThen() {
    if (alone.mustLook()) {
      look();
    }
  }

  private Outlook look() {
    Outlook outlook = store.outlook(pool.openTopics());
    alone.seen(outlook);
    pool.pause(outlook.paused());
    return outlook;
  }

  /** Before the first claim, so that a pause survives a restart, and as soon as one may be over. */
  private void learnOfPauses() {
    pool.pause(store.outlook(List.of()).paused());
    knowsPauses = true;
  }

  /** True if one of them may have got more: there is no waiting then. */
  private static boolean isAnyFilled(List<Demand> demands, List<ClaimedJob> jobs) {
    return demands.stream().anyMatch(demand -> isFilled(demand, jobs));
  }

  private static boolean isFilled(Demand demand, List<ClaimedJob> jobs) {
    Set<Topic> topics = Set.copyOf(demand.topics());
    return jobs.stream().filter(job -> topics.contains(job.topic())).count() >= demand.limit();
  }

  private List<ClaimedJob> take(List<Demand> demands) {
    List<ClaimedJob> jobs = lostReplies.claim(demands);
    tally.claimed(jobs.size());
    pool.accept(jobs);
    return jobs;
  }
}
