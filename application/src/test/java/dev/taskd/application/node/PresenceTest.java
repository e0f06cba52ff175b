package dev.taskd.application.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.adapters.memory.MemoryStore;
import dev.taskd.application.safego.Signal;
import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.job.Beat;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.Lease;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.RetryRule;
import dev.taskd.domain.job.Roster;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.NodeStore;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.task.TaskFlow;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PresenceTest {
  private static final Topic MAIL = new Topic("mail");
  private static final NodeSettings SETTINGS =
      new NodeSettings(Duration.ofSeconds(2), Duration.ofSeconds(15));

  private final MemoryStore memory =
      new MemoryStore(new TaskFlow((type, task, at) -> List.of()), 3, InstantSource.system());
  private final AwayAtTimes nodes = new AwayAtTimes();
  private final Signal orphans = new Signal();
  private Duration now = Duration.ofDays(-1);
  private final Presence presence = new Presence(nodes, SETTINGS, orphans, () -> now.toNanos());
  private final NodeId self = presence.join();
  private final Rescuer rescuer =
      new Rescuer(
          memory,
          new RetryRule(new Backoff(SETTINGS.heartbeat(), SETTINGS.lostAfter()), 3),
          presence);

  @Test
  void turn_beats_and_comes_back_after_a_heartbeat() {
    NodeId observer = memory.join();

    Duration wait = presence.turn();

    assertThat(memory.beat(observer).orElseThrow().others()).containsExactly(new Beat(self, 1));
    assertThat(wait).isEqualTo(SETTINGS.heartbeat());
  }

  @Test
  void silent_node_is_signed_off_and_its_jobs_run_again() {
    NodeId silent = memory.join();
    ClaimedJob held = claim(silent);

    turnFor(14);
    assertThat(presence.gone()).isEmpty();
    turnFor(1);
    rescuer.turn();

    assertThat(presence.gone()).containsExactly(silent);
    assertThat(memory.beat(silent)).isEmpty();
    assertThat(memory.find(held.id()).orElseThrow().crashes()).isEqualTo(1);
    assertThat(claim(self).id()).isEqualTo(held.id());
  }

  @Test
  void node_that_beats_at_the_last_moment_keeps_its_jobs() {
    NodeId other = memory.join();
    ClaimedJob held = claim(other);
    nodes.beatsBeforeItIsLost = true;

    for (int second = 0; second < 16; second++) {
      turnFor(1);
      rescuer.turn();
    }

    assertThat(memory.find(held.id()).orElseThrow().crashes()).isZero();
    assertThat(memory.held(other, null, 10)).containsExactly(held);
  }

  @Test
  void turn_comes_back_when_a_silent_node_is_due() {
    memory.join();
    presence.turn();
    for (int i = 0; i < 7; i++) {
      now = now.plusSeconds(2);
      presence.turn();
    }

    assertThat(presence.turn()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void outage_of_the_observer_costs_nobody_anything() {
    memory.join();
    turnFor(10);
    nodes.away = true;
    for (int second = 0; second < 60; second++) {
      now = now.plusSeconds(1);
      assertThatThrownBy(presence::turn).isInstanceOf(StoreException.Unavailable.class);
    }
    nodes.away = false;

    turnFor(14);
    assertThat(presence.gone()).isEmpty();
    turnFor(1);
    assertThat(presence.gone()).hasSize(1);
  }

  @Test
  void node_that_was_not_heard_of_for_too_long_starts_nothing() {
    Lease lease = claim(self).lease();
    presence.turn();
    nodes.away = true;

    now = now.plus(SETTINGS.lostAfter()).minusNanos(1);
    assertThat(presence.mayStart(lease)).isTrue();
    now = now.plusNanos(1);
    assertThat(presence.mayStart(lease)).isFalse();

    nodes.away = false;
    presence.turn();
    assertThat(presence.mayStart(lease)).isTrue();
  }

  @Test
  void node_that_had_been_taken_for_lost_goes_on_under_a_new_name() {
    ClaimedJob before = claim(self);
    memory.leave(self);

    presence.turn();

    assertThat(presence.self()).isNotEqualTo(self);
    assertThat(memory.beat(presence.self())).isPresent();
    assertThat(presence.mayStart(before.lease())).isFalse();
    assertThat(presence.mayStart(claim(presence.self()).lease())).isTrue();
  }

  @Test
  void jobs_of_a_node_that_signed_off_holding_them_are_rescued_at_the_next_beat() {
    NodeId other = memory.join();
    ClaimedJob held = claim(other);
    memory.leave(other);

    presence.turn();
    rescuer.turn();

    assertThat(memory.find(held.id()).orElseThrow().crashes()).isEqualTo(1);
  }

  @Test
  void lose_all_others_signs_off_at_once_whoever_is_there() {
    NodeId other = memory.join();
    ClaimedJob held = claim(other);

    presence.loseAllOthers();
    rescuer.turn();

    assertThat(memory.beat(other)).isEmpty();
    assertThat(memory.find(held.id()).orElseThrow().crashes()).isEqualTo(1);
  }

  private void turnFor(int seconds) {
    presence.turn();
    for (int i = 0; i < seconds; i++) {
      now = now.plusSeconds(1);
      presence.turn();
    }
  }

  private ClaimedJob claim(NodeId node) {
    memory.add(List.of(NewJob.of(MAIL, "{}", 9)));
    return memory.claim(node, List.of(new Demand(List.of(MAIL), 1, 1, false))).getFirst();
  }

  /** The memory store's nodes, which can be out of reach. */
  private final class AwayAtTimes implements NodeStore {
    boolean away;
    boolean beatsBeforeItIsLost;

    @Override
    public NodeId join() {
      return memory.join();
    }

    @Override
    public Optional<Roster> beat(NodeId node) {
      if (away) {
        throw new StoreException.Unavailable("away", new IllegalStateException());
      }
      return memory.beat(node);
    }

    @Override
    public boolean lose(Beat last) {
      if (beatsBeforeItIsLost) {
        memory.beat(last.node());
      }
      return memory.lose(last);
    }

    @Override
    public void leave(NodeId node) {
      memory.leave(node);
    }
  }
}
