package dev.taskd.application;

import dev.taskd.application.dispatcher.Canceller;
import dev.taskd.application.dispatcher.Dispatcher;
import dev.taskd.application.dispatcher.Pace;
import dev.taskd.application.dispatcher.Settler;
import dev.taskd.application.dispatcher.TopicWatch;
import dev.taskd.application.health.Health;
import dev.taskd.application.node.Presence;
import dev.taskd.application.node.Rescuer;
import dev.taskd.application.pool.Handlers;
import dev.taskd.application.pool.Hands;
import dev.taskd.application.pool.Judge;
import dev.taskd.application.pool.Tally;
import dev.taskd.application.pool.Watchman;
import dev.taskd.application.pool.WorkerPool;
import dev.taskd.application.safego.Next;
import dev.taskd.application.safego.Pulse;
import dev.taskd.application.safego.SafeGo;
import dev.taskd.application.safego.Signal;
import dev.taskd.application.safego.TaskGroup;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.port.JobReader;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.NodeStore;
import dev.taskd.domain.port.Nudges;
import dev.taskd.domain.port.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The working part of a node: its pool, and the loops that move jobs between the store and the
 * pool. Started once and drained once, by one thread each.
 */
public final class Engine {
  private static final Logger log = LoggerFactory.getLogger(Engine.class);

  /** A loop that has not ended a turn well for so long, beyond its wait, is taken for dead. */
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);

  private static final Duration PAUSE_WHILE_AWAY = Duration.ofSeconds(1);
  private static final Duration NUDGE_WAIT = Duration.ofSeconds(20);
  private static final Duration LAST_WRITES = Duration.ofSeconds(5);
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final EngineSettings settings;
  private final JobStore store;
  private final Nudges nudges;
  private final Handlers handlers;
  private final Health health;
  private final TaskWatch watch;
  private final RandomGenerator random;

  private final Signal room = new Signal();
  private final Signal begun = new Signal();
  private final Signal cancelled = new Signal();
  private final Signal orphans = new Signal();
  private final Signal never = new Signal();
  private final Tally tally = new Tally();
  private final Hands hands;
  private final TaskGroup workers;
  private final TaskGroup claiming;
  private final TaskGroup loops;
  private final TaskGroup settling;
  private final Presence presence;
  private final WorkerPool pool;
  private final TopicWatch topics;
  private final Map<String, Supplier<Duration>> others = new TreeMap<>();
  private @Nullable Dispatcher dispatcher;
  private @Nullable Settler settler;

  public Engine(
      EngineSettings settings,
      NodeStore nodes,
      JobStore store,
      JobReader jobs,
      Nudges nudges,
      Handlers handlers,
      Health health,
      TaskWatch watch,
      RandomGenerator random) {
    this.settings = settings;
    this.store = store;
    this.nudges = nudges;
    this.handlers = handlers;
    this.health = health;
    this.watch = watch;
    this.random = random;
    hands = new Hands(room, settings.mostInHand());
    workers = new TaskGroup(this::escaped);
    claiming = new TaskGroup(this::escaped);
    loops = new TaskGroup(this::escaped);
    settling = new TaskGroup(this::escaped);
    Judge judge =
        new Judge(
            settings.rule(),
            settings.results(),
            random,
            health,
            settlement -> Objects.requireNonNull(settler).add(settlement));
    presence = new Presence(nodes, settings.node(), orphans, System::nanoTime);
    pool =
        new WorkerPool(
            settings.queues(), handlers, judge, hands, presence::mayStart, room, begun, workers);
    topics = new TopicWatch(jobs, handlers);
    health.need(
        () -> !pool.isSpent(),
        "as many handlers as there are workers ignore their interruption: restart this process");
  }

  public Tally tally() {
    return tally;
  }

  public WorkerPool pool() {
    return pool;
  }

  public TopicWatch topics() {
    return topics;
  }

  /** Before the start: takes turns of {@code turn} as well, as long as the engine works. */
  public void alongside(String name, Supplier<Duration> turn) {
    others.put(name, turn);
  }

  /**
   * Signs on and begins to work.
   *
   * @param lastOne no other node can be alive: what others held is rescued first, at once
   */
  public void start(boolean lastOne) {
    NodeId node = presence.join();
    Rescuer rescuer = new Rescuer(store, settings.rule(), presence);
    if (lastOne) {
      presence.loseAllOthers();
      rescuer.turn();
    }
    Settler writer = new Settler(store, presence, hands, tally, health, random, watch::moved);
    settler = writer;
    watched(SafeGo.keep(settling, "settler", writer::turn));
    Pace pace = new Pace(settings.pollMin(), settings.pollMax(), random);
    Dispatcher claimer =
        new Dispatcher(store, presence, pool, hands, tally, health, pace, System::nanoTime);
    dispatcher = claimer;
    pool.start();
    keep(loops, "heartbeat", health.outage().doubts(), this::beat);
    keep(loops, "rescuer", orphans, rescuer::turn);
    keep(claiming, "dispatcher", room, claimer::turn);
    keep(loops, "watchman", begun, new Watchman(pool, settings.patience())::turn);
    keep(loops, "canceller", cancelled, new Canceller(store, pool)::turn);
    keep(loops, "topic-watch", never, topics::turn);
    others.forEach((name, turn) -> keep(loops, name, never, turn));
    watched(SafeGo.keep(loops, "nudges", this::nudge));
    log.atInfo().addKeyValue("node", node).addKeyValue("topics", handlers.topics()).log("working");
  }

  /** Somebody cancelled a task: running handlers are looked at now. */
  public void lookForCancelled() {
    cancelled.give();
  }

  /**
   * Claims nothing any more and hands back what was not started. Returns at once: what a claim
   * under way brings is handed back, too.
   */
  public void stopClaiming() {
    if (dispatcher != null) {
      dispatcher.stop();
    }
    claiming.stop();
    room.give();
    pool.close();
  }

  /**
   * Lets the workers finish what they have, has everything written and signs off.
   *
   * @param timeout what still runs after it is cut off; zero cuts off at once
   * @return the jobs that were cut off
   */
  public List<ClaimedJob> drain(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.plus(LAST_WRITES).toNanos();
    stopClaiming();
    List<ClaimedJob> cutOff = pool.await(timeout) ? List.of() : pool.cutOff(GRACE);
    for (ClaimedJob job : cutOff) {
      log.atError()
          .addKeyValue("job", job.id())
          .addKeyValue("topic", job.topic())
          .addKeyValue("attempt", job.attempt())
          .log("cut off: it was still running at the end of the drain");
    }
    if (!claiming.await(until(end)) || !hands.awaitEmpty(until(end))) {
      log.error("some verdicts could not be written: their jobs are left to be rescued");
    }
    stopLoops();
    signOff();
    Tally.Counts counts = tally.counts();
    log.atInfo()
        .addKeyValue("claimed", counts.claimed())
        .addKeyValue("succeeded", counts.succeeded())
        .addKeyValue("retried", counts.retried())
        .addKeyValue("buried", counts.buried())
        .addKeyValue("panicked", counts.panicked())
        .log("worker stopped");
    return cutOff;
  }

  private static Duration until(long endNanos) {
    return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
  }

  private void stopLoops() throws InterruptedException {
    health.unwatch();
    nudges.close();
    for (TaskGroup group : List.of(claiming, loops, settling)) {
      group.stop();
      group.interrupt();
      if (!group.await(LAST_WRITES)) {
        log.error("still there after the stop: {}", group.names());
      }
    }
  }

  private void signOff() {
    try {
      presence.leave();
    } catch (StoreException e) {
      log.warn("could not sign off: {}", e.getMessage());
    }
  }

  private void keep(TaskGroup group, String name, Signal signal, Supplier<Duration> turn) {
    watched(
        SafeGo.keep(
            group,
            name,
            () -> {
              signal.await(waitAfter(name, turn));
              return Next.AGAIN;
            }));
  }

  private Duration waitAfter(String name, Supplier<Duration> turn) {
    try {
      return turn.get();
    } catch (StoreException.Unavailable e) {
      health.outage().met(name, e);
      return PAUSE_WHILE_AWAY;
    }
  }

  private Duration beat() {
    try {
      Duration wait = beatOrTryAgain();
      health.outage().over();
      return wait;
    } catch (StoreException.Unavailable e) {
      health.outage().begun(e);
      return PAUSE_WHILE_AWAY;
    }
  }

  /** One lost connection is no outage. */
  private Duration beatOrTryAgain() {
    try {
      return presence.turn();
    } catch (StoreException.Unavailable once) {
      return presence.turn();
    }
  }

  private Next nudge() throws InterruptedException {
    try {
      if (nudges.await(NUDGE_WAIT)) {
        room.give();
      }
    } catch (StoreException.Unavailable e) {
      health.outage().met("nudges", e);
      never.await(PAUSE_WHILE_AWAY);
    }
    return Next.AGAIN;
  }

  private void escaped(Throwable fault) {
    tally.escaped();
    health.witness(fault);
  }

  private void watched(Pulse pulse) {
    health.watch(pulse, LONGEST_SILENCE.plus(settings.pollMax()));
  }
}
