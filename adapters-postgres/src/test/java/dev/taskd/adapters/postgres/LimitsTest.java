package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.StoreException;
import dev.taskd.testkit.StoreUnderTest;
import dev.taskd.testkit.TestJobs;
import dev.taskd.testkit.TestTasks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large numbers, large texts, large batches. */
class LimitsTest {
  @RegisterExtension static final TestStore STORE = new TestStore();

  private StoreUnderTest store;
  private NodeId node;

  @BeforeEach
  void open() {
    store = STORE.empty(TestTasks::oneDelivery, 3);
    node = store.nodes().join();
  }

  @AfterEach
  void close() throws Exception {
    store.close();
  }

  @Test
  void ids_outgrow_an_int() {
    List<String> sequences =
        STORE.test().ask("select sequencename from pg_sequences where schemaname = 'taskd'");
    sequences.forEach(
        name -> STORE.test().ask("alter sequence " + name + " restart with 2147483640"));

    for (int i = 0; i < 20; i++) {
      node = store.nodes().join();
      store.tasks().submit(List.of(TestTasks.asked(TestTasks.RESIZE)));
      claim(10).forEach(job -> settle(job, new Verdict.Finished("1")));
    }

    assertThat(node.value()).isGreaterThan(Integer.MAX_VALUE);
    assertThat(store.jobReader().counts().done()).isEqualTo(20);
    assertThat(
            STORE
                .test()
                .ask(
                    "select data_type from information_schema.columns where table_schema = 'taskd'"
                        + " and is_identity = 'YES'"))
        .hasSameSizeAs(sequences)
        .containsOnly("bigint");
  }

  @Test
  void a_known_key_draws_no_id() {
    store.tasks().submit(List.of(TestTasks.asked(TestTasks.RESIZE, "key", "f")));
    JobId before = store.jobs().add(TestJobs.mails(1)).getFirst();

    for (int i = 0; i < 20; i++) {
      store.tasks().submit(List.of(TestTasks.asked(TestTasks.RESIZE, "key", "f")));
      store.tasks().submit(List.of(TestTasks.asked(TestTasks.RESIZE, "key", "other")));
    }

    JobId after = store.jobs().add(TestJobs.mails(1)).getFirst();
    assertThat(after.value()).isEqualTo(before.value() + 1);
  }

  @Test
  void a_batch_of_thousands_and_a_large_payload_are_one_nudge() throws Exception {
    store.jobs().add(TestJobs.mails(2000));
    String large = "\"" + "\u00e4".repeat(32_768) + "\"";
    store.jobs().add(List.of(TestJobs.mail(large)));
    List<ClaimedJob> claimed = new ArrayList<>(claim(1000));
    claimed.addAll(claim(1000));
    claimed.addAll(claim(1000));
    while (store.nudges().await(Duration.ofMillis(100))) {}

    Set<Integer> stale =
        store
            .jobs()
            .settle(
                node,
                claimed.stream()
                    .map(job -> TestJobs.settlement(job, TestJobs.RETRIED_NOW))
                    .toList());

    assertThat(claimed).hasSize(2001).extracting(ClaimedJob::payload).contains(large);
    assertThat(stale).isEmpty();
    assertThat(store.jobReader().counts().pending()).isEqualTo(2001);
    assertThat(store.nudges().await(Duration.ofSeconds(20))).isTrue();
    assertThat(store.nudges().await(Duration.ofMillis(100))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {32_767, Integer.MAX_VALUE - 1, Integer.MAX_VALUE})
  void a_job_whose_attempts_are_at_the_edge_of_a_number_ends(int attempts) {
    JobId id = store.jobs().add(TestJobs.mails(1)).getFirst();
    STORE.test().ask("update ready set attempts = " + attempts);

    ClaimedJob claimed = claim(1).getFirst();
    settle(claimed, TestJobs.buried(ErrorKind.EXHAUSTED));
    store.jobs().retry(id, 1);
    settle(claim(1).getFirst(), TestJobs.buried(ErrorKind.PANIC));

    Job job = store.jobReader().find(id).orElseThrow();
    assertThat(job.state()).isEqualTo(JobState.DEAD);
    assertThat(job.attempts()).isGreaterThanOrEqualTo(attempts);
  }

  @Test
  void a_delay_beyond_all_calendars_is_rejected() {
    store.jobs().add(TestJobs.mails(1));
    store.tasks().submit(List.of(TestTasks.asked(TestTasks.RESIZE)));
    List<ClaimedJob> claimed = claim(2);

    for (ClaimedJob job : claimed) {
      for (Duration delay :
          List.of(Duration.ofSeconds(Long.MAX_VALUE), Duration.ofDays(106_750_000))) {
        assertThatThrownBy(() -> settle(job, new Verdict.Snoozed(delay)))
            .isInstanceOf(StoreException.Rejected.class);
      }
    }

    assertThat(store.jobs().held(node, null, 10)).isEqualTo(claimed);
  }

  @Test
  void a_time_far_off_comes_back_as_it_was() {
    Instant far = Instant.parse("+12345-06-07T08:09:10.123456Z");

    JobId id = store.jobs().add(List.of(TestJobs.mail(Priority.LOW, far))).getFirst();

    assertThat(store.jobReader().find(id).orElseThrow().availableAt()).isEqualTo(far);
    assertThatThrownBy(() -> store.jobs().add(List.of(TestJobs.mail(Priority.LOW, Instant.MAX))))
        .isInstanceOf(StoreException.Rejected.class);
  }

  @Test
  void counts_beyond_the_bound_are_estimated() {
    STORE
        .test()
        .ask(
            """
            insert into finished (id, attempt, cancelled, at)
            select i, 1, i % 100 = 0, now() from generate_series(1000001, 1020000) i;
            analyze finished;
            insert into finished (id, attempt, cancelled, at)
            select i, 1, i % 100 = 0, now() from generate_series(1020001, 1030000) i
            """);

    long exact = store.jobReader().counts().done();
    long estimated = new PostgresJobReader(STORE.database(), 1000).counts().done();

    assertThat(exact).isEqualTo(29_700);
    assertThat(estimated).isBetween(28_000L, 31_000L);
  }

  private List<ClaimedJob> claim(int limit) {
    return store
        .jobs()
        .claim(
            node, List.of(new Demand(List.of(TestJobs.MAIL, TestTasks.SCALE), limit, limit, true)));
  }

  private void settle(ClaimedJob job, Verdict verdict) {
    assertThat(store.jobs().settle(node, List.of(TestJobs.settlement(job, verdict)))).isEmpty();
  }
}
