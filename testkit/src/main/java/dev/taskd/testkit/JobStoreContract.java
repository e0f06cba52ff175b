package dev.taskd.testkit;

import static dev.taskd.testkit.TestJobs.MAIL;
import static dev.taskd.testkit.TestJobs.REPORT;
import static dev.taskd.testkit.TestJobs.demand;
import static dev.taskd.testkit.TestJobs.mail;
import static dev.taskd.testkit.TestJobs.mails;
import static dev.taskd.testkit.TestJobs.report;
import static dev.taskd.testkit.TestJobs.retriedIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.Limits;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Outlook;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How jobs get into the queue and into a node's hands. */
public abstract class JobStoreContract extends StoreContract {
  @Test
  void add_gives_rising_ids_in_order() {
    List<JobId> ids = store.jobs().add(List.of(mail("0"), mail("1"), mail("2")));
    JobId later = add(mail("3")).getFirst();

    assertThat(ids).extracting(id -> job(id).payload()).containsExactly("0", "1", "2");
    assertThat(ids).extracting(JobId::value).isSorted();
    assertThat(later.value()).isGreaterThan(ids.getLast().value());
  }

  @Test
  void add_of_nothing_keeps_nothing() {
    assertThat(store.jobs().add(List.of())).isEmpty();
    assertThat(jobs(JobState.PENDING)).isEmpty();
  }

  @Test
  void add_keeps_no_job_when_it_refuses_one() {
    assertThatThrownBy(() -> add(mail(), mail("a\0b"), mail()))
        .isInstanceOf(StoreException.Rejected.class);

    assertThat(jobs(JobState.PENDING)).isEmpty();
  }

  @Test
  void add_refuses_a_job_with_neither_payload_nor_task() {
    NewJob empty = new NewJob(MAIL, Priority.NORMAL, null, null, 5, null, null);

    assertThatThrownBy(() -> add(mail(), empty)).isInstanceOf(StoreException.Rejected.class);

    assertThat(jobs(JobState.PENDING)).isEmpty();
  }

  @Test
  void claim_takes_higher_priority_first_then_longest_due_then_first_added() {
    List<JobId> ids =
        add(
            mail(Priority.LOW, Instant.ofEpochSecond(1)),
            mail(Priority.NORMAL, Instant.ofEpochSecond(3)),
            mail(Priority.HIGH, Instant.ofEpochSecond(5)),
            mail(Priority.NORMAL, Instant.ofEpochSecond(2)),
            mail(Priority.NORMAL, Instant.ofEpochSecond(2)),
            mail(Priority.HIGH, Instant.ofEpochSecond(6)));

    List<JobId> first = claim(4).stream().map(ClaimedJob::id).toList();
    List<JobId> rest = claim(4).stream().map(ClaimedJob::id).toList();

    assertThat(first).containsExactly(ids.get(2), ids.get(5), ids.get(3), ids.get(4));
    assertThat(rest).containsExactly(ids.get(1), ids.get(0));
  }

  @Test
  void claim_orders_over_all_topics_of_a_demand() {
    List<JobId> ids = add(mail(), report(), mail(), report());

    assertThat(claim(3, REPORT, MAIL))
        .extracting(ClaimedJob::id)
        .containsExactlyElementsOf(ids.subList(0, 3));
  }

  @Test
  void claim_puts_what_was_due_long_ago_before_what_was_retried_just_now() {
    add(mail(Priority.NORMAL, Instant.ofEpochSecond(1)));
    settle(claimOne(), retriedIn(Duration.ZERO));
    JobId waiting = add(mail(Priority.NORMAL, Instant.ofEpochSecond(2))).getFirst();

    assertThat(claimOne().id()).isEqualTo(waiting);
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void claim_gives_the_payload_as_it_was_added(String payload) {
    JobId id = add(mail(payload)).getFirst();

    assertThat(claimOne().payload()).isEqualTo(payload);
    assertThat(job(id).payload()).isEqualTo(payload);
  }

  static Stream<String> payloads() {
    return Stream.of(
        "",
        " { \"b\" : 1.0, \"a\" : 12345678901234567890, \"a\" : 1e400 } ",
        "{\"s\":\"a\\u0000b\",\"\\u0000\":[[[\"\\u0000\"]]]}",
        "\"\\ud800 \\udc00\\ud83d\"",
        "\"\ud83d\ude00 \u00e9 e\u0301 \u2028 \u202e \ufeff I\u0131\u0130i\"",
        "line\r\nline\ttab \\ 'quote' \"quote\" $1 ? {} \u0001\u007f\u0085",
        "\"" + "\u00e4\ud83d\ude00x".repeat(150_000) + "\"");
  }

  @Test
  void claim_takes_no_more_than_the_limit() {
    store.jobs().add(mails(5));

    assertThat(claim(0)).isEmpty();
    assertThat(claim(3)).hasSize(3);
    assertThat(claim(3)).hasSize(2);
    assertThat(claim(3)).isEmpty();
  }

  @Test
  void claim_takes_no_more_than_the_limit_of_all_cautions() {
    add(mail(1), mail(1), mail(1));
    store.jobs().add(mails(3));

    assertThat(claim(4)).hasSize(4);
    assertThat(claim(4)).hasSize(2);
  }

  @Test
  void claim_serves_each_demand_up_to_its_own_limit_and_nothing_else() {
    store.jobs().add(mails(5));
    add(report(), report(), report());
    add(NewJob.of(new Topic("other"), "{}", 5));

    List<ClaimedJob> claimed =
        store.jobs().claim(node, List.of(demand(2, REPORT), demand(4, MAIL)));

    assertThat(claimed).filteredOn(job -> job.topic().equals(REPORT)).hasSize(2);
    assertThat(claimed).filteredOn(job -> job.topic().equals(MAIL)).hasSize(4);
    assertThat(claimed).hasSize(6);
  }

  @Test
  void claim_of_no_topic_takes_nothing() {
    add(mail());

    assertThat(store.jobs().claim(node, List.of())).isEmpty();
    assertThat(store.jobs().claim(node, List.of(demand(5)))).isEmpty();
    assertThat(store.nodes().beat(node).orElseThrow().gone()).isEmpty();
  }

  @Test
  void claim_leaves_what_is_not_due() {
    Instant later = store.clock().instant().plus(Duration.ofHours(1));
    add(mail(Priority.HIGH, later));
    JobId due = add(mail()).getFirst();

    assertThat(claim()).extracting(ClaimedJob::id).containsExactly(due);
  }

  @Test
  void claim_counts_the_attempt() {
    JobId id = add(mail(3)).getFirst();

    ClaimedJob first = claimOne();
    int shown = job(id).attempts();
    settle(first, retriedIn(Duration.ZERO));
    ClaimedJob second = claimOne();

    assertThat(first.attempt()).isEqualTo(1);
    assertThat(shown).isEqualTo(1);
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.maxAttempts()).isEqualTo(3);
  }

  @Test
  void claim_puts_all_it_takes_under_one_new_lease_of_the_node() {
    store.jobs().add(mails(3));
    add(report(), report());

    List<ClaimedJob> first = store.jobs().claim(node, List.of(demand(2, MAIL), demand(2, REPORT)));
    List<ClaimedJob> second = claim();

    assertThat(first).extracting(ClaimedJob::lease).containsOnly(first.getFirst().lease());
    assertThat(first).extracting(ClaimedJob::position).doesNotHaveDuplicates();
    assertThat(first.getFirst().lease().node()).isEqualTo(node);
    assertThat(second.getFirst().lease()).isNotEqualTo(first.getFirst().lease());
  }

  @Test
  void claim_never_hands_one_job_to_two_claimers() {
    List<JobId> ids = store.jobs().add(mails(400));

    List<List<JobId>> claimed =
        Together.run(
            8,
            claimer -> {
              NodeId own = store.nodes().join();
              List<JobId> mine = new ArrayList<>();
              for (List<ClaimedJob> batch = claimFor(own); !batch.isEmpty(); ) {
                batch.forEach(job -> mine.add(job.id()));
                batch = claimFor(own);
              }
              return mine;
            });
    List<JobId> all = new ArrayList<>(claimed.stream().flatMap(List::stream).toList());
    claim().forEach(job -> all.add(job.id()));

    assertThat(all).containsExactlyInAnyOrderElementsOf(ids);
  }

  private List<ClaimedJob> claimFor(NodeId own) {
    return store.jobs().claim(own, List.of(demand(7, MAIL)));
  }

  @Test
  void claim_takes_a_last_attempt_only_for_a_free_worker() {
    IntStream.range(0, 5).forEach(i -> add(mail(1)));

    List<ClaimedJob> forNone = claimWith(10, 0, true);
    List<ClaimedJob> forTwo = claimWith(10, 2, true);

    assertThat(forNone).isEmpty();
    assertThat(forTwo).hasSize(2);
    assertThat(forTwo).extracting(ClaimedJob::caution).containsOnly(Caution.FREE_WORKER);
  }

  @Test
  void claim_takes_what_was_in_a_crash_only_for_a_free_worker() {
    add(mail(), mail());
    claim().forEach(this::rescue);

    List<ClaimedJob> forNone = claimWith(10, 0, true);
    List<ClaimedJob> forOne = claimWith(10, 1, false);

    assertThat(forNone).isEmpty();
    assertThat(forOne).hasSize(1);
    assertThat(forOne.getFirst().caution()).isEqualTo(Caution.FREE_WORKER);
    assertThat(forOne.getFirst().crashes()).isEqualTo(1);
  }

  @Test
  void claim_steps_over_careful_jobs_that_it_may_not_take() {
    IntStream.range(0, 60).forEach(i -> add(mail(1)));
    List<JobId> behind = store.jobs().add(mails(5));

    List<ClaimedJob> claimed = claimWith(10, 2, false);

    assertThat(claimed).filteredOn(job -> job.caution() == Caution.FREE_WORKER).hasSize(2);
    assertThat(claimed).extracting(ClaimedJob::id).containsAll(behind).hasSize(7);
  }

  @Test
  void claim_takes_one_job_that_runs_alone_and_only_if_asked_to() {
    addAlone(3);

    List<ClaimedJob> unasked = claimWith(10, 10, false);
    List<ClaimedJob> asked = claimWith(10, 10, true);

    assertThat(unasked).isEmpty();
    assertThat(asked).hasSize(1);
    assertThat(asked.getFirst().caution()).isEqualTo(Caution.ALONE);
  }

  @Test
  void claim_takes_the_job_that_runs_alone_ahead_of_all_others() {
    addAlone(1);
    add(mail(Priority.HIGH, Instant.EPOCH), mail(Priority.HIGH, Instant.EPOCH));

    List<ClaimedJob> claimed = claimWith(1, 1, true);

    assertThat(claimed).extracting(ClaimedJob::caution).containsExactly(Caution.ALONE);
  }

  @Test
  void claim_knows_how_many_crashes_bury_a_job() {
    add(mail(100));

    List<Caution> seen = new ArrayList<>();
    for (int crash = 0; crash < MAX_CRASHES; crash++) {
      ClaimedJob job = claimOne();
      seen.add(job.caution());
      rescue(job);
    }

    assertThat(seen)
        .containsExactly(Caution.NONE, Caution.FREE_WORKER, Caution.FREE_WORKER, Caution.ALONE);
    assertThat(claim()).isEmpty();
  }

  /** Adds jobs that were in a crash and must not be in another one: their limit is two. */
  private void addAlone(int count) {
    IntStream.range(0, count).forEach(i -> add(mail(2)));
    claim().forEach(this::rescue);
  }

  private List<ClaimedJob> claimWith(int limit, int free, boolean alone) {
    return store.jobs().claim(node, List.of(new Demand(List.of(MAIL), limit, free, alone)));
  }

  @Test
  void claim_works_at_the_largest_limits() {
    JobId id = add(mail(Limits.MAX_ATTEMPTS)).getFirst();
    settle(claimOne(), TestJobs.BURIED);
    store.jobs().retry(id, Integer.MAX_VALUE);

    settle(claimOne(), TestJobs.SNOOZED_NOW);
    ClaimedJob again = claimOne();

    assertThat(again.maxAttempts()).isEqualTo(Integer.MAX_VALUE);
    assertThat(again.attempt()).isEqualTo(3);
  }

  @Test
  void outlook_tells_how_long_until_the_next_job_of_these_topics() {
    Instant now = store.clock().instant();
    add(
        mail(Priority.HIGH, now.plus(Duration.ofHours(2))),
        mail(Priority.LOW, now.plus(Duration.ofHours(1))),
        mail());

    Outlook mails = store.jobs().outlook(List.of(MAIL, REPORT));
    Outlook reports = store.jobs().outlook(List.of(REPORT));

    assertThat(mails.nextDue()).isBetween(Duration.ofMinutes(58), Duration.ofMinutes(61));
    assertThat(reports.nextDue()).isNull();
    assertThat(store.jobs().outlook(List.of()).nextDue()).isNull();
  }

  @Test
  void outlook_tells_nothing_of_what_is_due_or_in_hand() {
    add(mail(), mail());
    claim(1);

    assertThat(store.jobs().outlook(List.of(MAIL))).isEqualTo(new Outlook(null, false, Set.of()));
  }

  @Test
  void outlook_sees_that_a_job_waits_to_run_alone() {
    boolean before = store.jobs().outlook(List.of(MAIL)).aloneWaits();
    addAlone(1);

    assertThat(before).isFalse();
    assertThat(store.jobs().outlook(List.of(MAIL)).aloneWaits()).isTrue();
    assertThat(store.jobs().outlook(List.of(REPORT)).aloneWaits()).isFalse();

    claim();
    assertThat(store.jobs().outlook(List.of(MAIL)).aloneWaits()).isFalse();
  }
}
