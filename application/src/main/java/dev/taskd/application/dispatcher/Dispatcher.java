package dev.taskd.application.dispatcher;

import dev.taskd.application.health.Health;
import dev.taskd.application.node.Presence;
import dev.taskd.application.pool.Handlers;
import dev.taskd.application.pool.Hands;
import dev.taskd.application.pool.Tally;
import dev.taskd.application.pool.WorkerPool;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.Outlook;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.StoreException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims jobs and hands them to the pool: the only code of a node that claims. One thread at a
 * time, but for {@link #stop()}.
 */
public final class Dispatcher {
  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);

  private static final int PAGE = 500;

  private final JobStore store;
  private final Presence presence;
  private final Handlers handlers;
  private final WorkerPool pool;
  private final Hands hands;
  private final Tally tally;
  private final Health health;
  private final Pace pace;
  private final AloneTurns alone = new AloneTurns();
  private volatile boolean stopped;
  private boolean unsure;

  public Dispatcher(
      JobStore store,
      Presence presence,
      Handlers handlers,
      WorkerPool pool,
      Hands hands,
      Tally tally,
      Health health,
      Pace pace) {
    this.store = store;
    this.presence = presence;
    this.handlers = handlers;
    this.pool = pool;
    this.hands = hands;
    this.tally = tally;
    this.health = health;
    this.pace = pace;
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
      handBackWhatALostReplyHeld();
      Duration wait = claim();
      health.storeIsAway(false);
      return wait;
    } catch (StoreException.Unavailable e) {
      health.storeIsAway(true);
      unsure = true;
      log.warn("the store is away, no jobs are claimed: {}", e.getMessage());
      return pace.afterOutage();
    }
  }

  private Duration claim() {
    if (alone.mayRun(hands.isEmpty())) {
      take(List.of(Demand.alone(handlers.topics())));
    }
    List<Demand> demands = alone.holdsBack() ? List.of() : pool.demands();
    if (demands.isEmpty()) {
      alone.look(store, handlers.topics());
      hands.tellWhenEmpty();
      return pace.longest();
    }
    int most = demands.stream().mapToInt(Demand::limit).sum();
    int got = take(demands);
    if (got == most) {
      alone.look(store, handlers.topics());
      return pace.afterFull();
    }
    Outlook outlook = store.outlook(handlers.topics());
    alone.seen(outlook);
    return pace.afterShort(got, outlook);
  }

  private void handBackWhatALostReplyHeld() {
    if (!unsure) {
      return;
    }
    ClaimedJob last = null;
    for (List<ClaimedJob> page = store.held(presence.self(), last, PAGE);
        !page.isEmpty();
        page = store.held(presence.self(), last, PAGE)) {
      page.stream().filter(job -> !hands.holds(job)).forEach(pool::handBack);
      last = page.getLast();
    }
    unsure = false;
  }

  private int take(List<Demand> demands) {
    List<ClaimedJob> jobs = store.claim(presence.self(), demands);
    tally.claimed(jobs.size());
    pool.accept(jobs);
    return jobs.size();
  }
}
