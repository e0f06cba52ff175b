package dev.taskd.application.node;

import dev.taskd.application.safego.Signal;
import dev.taskd.domain.job.Beat;
import dev.taskd.domain.job.FailureDetector;
import dev.taskd.domain.job.Lease;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Roster;
import dev.taskd.domain.port.NodeStore;
import dev.taskd.domain.text.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node in the eyes of the others, and they in its own. {@link #turn()} is for one thread at a
 * time; the rest is thread-safe.
 */
public final class Presence {
  private static final Logger log = LoggerFactory.getLogger(Presence.class);
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(20);

  private final NodeStore store;
  private final NodeSettings settings;
  private final Signal orphans;
  private final LongSupplier nanoTime;
  private FailureDetector detector;
  private volatile List<NodeId> gone = List.of();
  private volatile @Nullable Sign sign;

  /** A name, and when it was last sure to be held for alive. */
  private record Sign(NodeId node, Duration aliveAt) {}

  /**
   * A node that is not signed on.
   *
   * @param orphans given when nodes are gone that still hold jobs
   * @param nanoTime a steady clock, as {@link System#nanoTime} is
   */
  public Presence(NodeStore store, NodeSettings settings, Signal orphans, LongSupplier nanoTime) {
    this.store = store;
    this.settings = settings;
    this.orphans = orphans;
    this.nanoTime = nanoTime;
    this.detector = fresh();
  }

  private FailureDetector fresh() {
    return new FailureDetector(settings.heartbeat(), settings.lostAfter());
  }

  /** Signs on, under a name that nobody had before. */
  public NodeId join() {
    Duration asked = now();
    NodeId node = store.join();
    sign = new Sign(node, asked);
    detector = fresh();
    return node;
  }

  /** Its name. Throws {@link NullPointerException} before {@link #join}. */
  public NodeId self() {
    return signed().node();
  }

  private Sign signed() {
    return Objects.requireNonNull(sign, "not signed on");
  }

  /** False once a claimed job may have been taken from this node, for all that it knows. */
  public boolean mayStart(Lease lease) {
    Sign now = signed();
    return lease.node().equals(now.node())
        && now().minus(now.aliveAt()).compareTo(settings.lostAfter()) < 0;
  }

  /** The nodes that are signed on no more and held jobs when this one last beat. */
  List<NodeId> gone() {
    return gone;
  }

  /** Beats once, and signs off who is lost; returns how long until the next beat. */
  public Duration turn() {
    NodeId self = self();
    Duration asked = now();
    Optional<Roster> seen = store.beat(self);
    Duration answered = now();
    if (seen.isEmpty()) {
      log.atWarn()
          .addKeyValue("node", self)
          .addKeyValue("now", join())
          .log("this node had been taken for lost: it goes on under a new name");
      return SHORTEST_WAIT;
    }
    sign = new Sign(self, asked);
    Roster roster = seen.get();
    Stream<NodeId> lost =
        detector.lost(asked, answered, roster.others()).stream().filter(this::lose).map(Beat::node);
    tell(Stream.concat(roster.gone().stream(), lost).toList());
    return wait(answered);
  }

  /** False if it has beaten meanwhile. */
  private boolean lose(Beat last) {
    boolean lost = store.lose(last);
    if (lost) {
      log.atWarn()
          .addKeyValue("node", last.node())
          .addKeyValue("silent_for", DurationText.of(settings.lostAfter()))
          .log("a node is lost");
    }
    return lost;
  }

  private void tell(List<NodeId> nodes) {
    gone = nodes;
    if (!nodes.isEmpty()) {
      orphans.give();
    }
  }

  private Duration wait(Duration answered) {
    Duration due = detector.nextDue();
    Duration untilDue = due == null ? settings.heartbeat() : due.minus(answered);
    Duration wait = untilDue.compareTo(settings.heartbeat()) < 0 ? untilDue : settings.heartbeat();
    return wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait;
  }

  /** Signs off all others: it is known that none is alive. */
  public void loseAllOthers() {
    Roster roster = store.beat(self()).orElseThrow();
    roster.others().forEach(store::lose);
    tell(Stream.concat(roster.gone().stream(), roster.others().stream().map(Beat::node)).toList());
  }

  /** Signs off, if it is signed on. */
  public void leave() {
    Sign last = sign;
    if (last != null) {
      store.leave(last.node());
    }
  }

  private Duration now() {
    return Duration.ofNanos(nanoTime.getAsLong());
  }
}
