package dev.taskd.testkit;

import static dev.taskd.testkit.TestJobs.FINISHED;
import static dev.taskd.testkit.TestJobs.MAIL;
import static dev.taskd.testkit.TestJobs.demand;
import static dev.taskd.testkit.TestJobs.mails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.Beat;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Roster;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** How nodes sign on, beat, and are signed off. */
public abstract class NodeStoreContract extends StoreContract {
  @Test
  void join_gives_each_node_a_name_of_its_own() {
    HashSet<NodeId> names = new HashSet<>(List.of(node));

    Together.run(8, i -> store.nodes().join()).forEach(names::add);

    assertThat(names).hasSize(9);
  }

  @Test
  void beat_shows_the_beats_of_the_others() {
    NodeId other = store.nodes().join();

    Beat first = beatOf(other);
    Beat unchanged = beatOf(other);
    store.nodes().beat(other);
    Beat second = beatOf(other);

    assertThat(unchanged).isEqualTo(first);
    assertThat(second.node()).isEqualTo(other);
    assertThat(second).isNotEqualTo(first);
    assertThat(roster().others()).hasSize(1);
  }

  @Test
  void beat_tells_a_node_that_has_been_signed_off() {
    NodeId other = store.nodes().join();
    store.nodes().lose(beatOf(other));

    assertThat(store.nodes().beat(other)).isEmpty();
    assertThat(store.nodes().beat(node)).contains(new Roster(List.of(), List.of()));
  }

  @Test
  void lose_leaves_a_node_that_has_beaten_since() {
    NodeId other = store.nodes().join();
    Beat last = beatOf(other);
    store.nodes().beat(other);

    assertThat(store.nodes().lose(last)).isFalse();
    assertThat(store.nodes().beat(other)).isPresent();
  }

  @Test
  void lose_signs_off_once() {
    Beat last = beatOf(store.nodes().join());

    List<Boolean> lost = Together.run(8, i -> store.nodes().lose(last));

    assertThat(lost).filteredOn(each -> each).hasSize(1);
    assertThat(roster().others()).isEmpty();
  }

  @Test
  void leave_signs_off_however_often() {
    NodeId other = store.nodes().join();
    NodeId third = store.nodes().join();

    store.nodes().leave(other);
    store.nodes().leave(other);

    assertThat(roster().others()).extracting(Beat::node).containsExactly(third);
  }

  @Test
  void a_node_that_signed_off_is_gone_while_it_holds_something() {
    NodeId other = store.nodes().join();
    store.jobs().add(mails(2));
    List<ClaimedJob> held = store.jobs().claim(other, List.of(demand(2, MAIL)));

    store.nodes().leave(other);
    settle(held.get(0), FINISHED);
    Roster whileHolding = roster();
    rescue(held.get(1));

    assertThat(whileHolding.gone()).containsExactly(other);
    assertThat(roster().gone()).isEmpty();
  }

  @Test
  void a_node_that_is_signed_on_is_not_gone_whatever_it_holds() {
    NodeId other = store.nodes().join();
    store.jobs().add(mails(2));
    store.jobs().claim(other, List.of(demand(1, MAIL)));
    claim(1);

    assertThat(roster().gone()).isEmpty();
  }

  @Test
  void claim_by_a_node_that_was_signed_off_takes_nothing() {
    NodeId other = store.nodes().join();
    store.jobs().add(mails(1));
    store.nodes().lose(beatOf(other));

    assertThat(store.jobs().claim(other, List.of(demand(1, MAIL)))).isEmpty();
    assertThat(jobs(JobState.PENDING)).hasSize(1);
    assertThat(roster().gone()).isEmpty();
  }

  @Test
  void a_claim_that_meets_the_loss_of_its_node_takes_nothing_unseen() {
    for (int round = 0; round < 50; round++) {
      store.jobs().add(mails(1));
      NodeId other = store.nodes().join();
      Beat last = beatOf(other);
      List<ClaimedJob> claimed = new ArrayList<>();
      AtomicReference<Roster> afterLoss = new AtomicReference<>();

      Together.run(
          List.of(
              i -> claimed.addAll(store.jobs().claim(other, List.of(demand(1, MAIL)))),
              i -> {
                store.nodes().lose(last);
                afterLoss.set(roster());
                return true;
              }));

      assertThat(afterLoss.get().gone()).hasSameSizeAs(claimed);
      claimed.forEach(this::rescue);
      claim().forEach(job -> settle(job, FINISHED));
    }
  }

  private Roster roster() {
    return store.nodes().beat(node).orElseThrow();
  }

  private Beat beatOf(NodeId other) {
    return roster().others().stream()
        .filter(beat -> beat.node().equals(other))
        .findFirst()
        .orElseThrow();
  }
}
