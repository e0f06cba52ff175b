package dev.taskd.testkit;

import static dev.taskd.testkit.TestJobs.BURIED;
import static dev.taskd.testkit.TestJobs.FINISHED;
import static dev.taskd.testkit.TestJobs.MAIL;
import static dev.taskd.testkit.TestJobs.REPORT;
import static dev.taskd.testkit.TestJobs.buried;
import static dev.taskd.testkit.TestJobs.mail;
import static dev.taskd.testkit.TestJobs.mails;
import static dev.taskd.testkit.TestJobs.report;
import static dev.taskd.testkit.TestJobs.retriedIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.DeadQuery;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobCounts;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What those who look see of the queue. */
public abstract class JobReaderContract extends StoreContract {
  @Test
  void find_knows_no_job_that_never_was() {
    assertThat(store.jobReader().find(new JobId(Long.MAX_VALUE))).isEmpty();
  }

  @Test
  void find_shows_a_pending_job() {
    Instant runAt = Instant.parse("2001-02-03T04:05:06.123457Z");
    NewJob added = new NewJob(MAIL, Priority.HIGH, "{ }", runAt, 7, null, "key");
    Job job = job(add(added).getFirst());

    assertThat(job)
        .isEqualTo(
            new Job(
                job.id(),
                MAIL,
                JobState.PENDING,
                0,
                7,
                0,
                Priority.HIGH,
                "{ }",
                null,
                null,
                null,
                job.createdAt(),
                runAt,
                null,
                null));
    assertThat(Duration.between(job.createdAt(), store.clock().instant()).abs())
        .isLessThan(Duration.ofMinutes(1));
    assertThat(job.createdAt().truncatedTo(ChronoUnit.MICROS)).isEqualTo(job.createdAt());
  }

  @Test
  void dead_gives_those_that_were_added_first_ahead_in_pages() {
    List<JobId> ids = store.jobs().add(mails(5));
    claim().reversed().forEach(job -> settle(job, BURIED));
    JobId pending = add(mail()).getFirst();

    List<JobId> first = dead(null, null, 2, null);
    List<JobId> second = dead(null, null, 2, first.getLast());
    List<JobId> third = dead(null, null, 2, second.getLast());

    assertThat(first).containsExactlyElementsOf(ids.subList(0, 2));
    assertThat(second).containsExactlyElementsOf(ids.subList(2, 4));
    assertThat(third).containsExactly(ids.get(4)).doesNotContain(pending);
    assertThat(dead(null, null, 2, third.getLast())).isEmpty();
  }

  @Test
  void dead_filters_by_topic_and_by_what_the_job_died_of() {
    List<JobId> ids = add(mail(), report(), mail(), report());
    List<ClaimedJob> claimed = claim(4);
    settle(claimed.get(0), retriedIn(Duration.ZERO));
    settle(claimed.get(1), buried(ErrorKind.PANIC));
    settle(claimed.get(2), buried(ErrorKind.PANIC));
    settle(claimed.get(3), buried(ErrorKind.TIMEOUT));
    settle(claimOne(), buried(ErrorKind.PANIC));

    assertThat(dead(MAIL, null, 9, null)).containsExactly(ids.get(0), ids.get(2));
    assertThat(dead(null, ErrorKind.PANIC, 9, null))
        .containsExactly(ids.get(0), ids.get(1), ids.get(2));
    assertThat(dead(REPORT, ErrorKind.TIMEOUT, 9, null)).containsExactly(ids.get(3));
    assertThat(dead(MAIL, ErrorKind.TIMEOUT, 9, null)).isEmpty();
    assertThat(dead(null, ErrorKind.EXHAUSTED, 9, null)).isEmpty();
    assertThat(dead(null, ErrorKind.PANIC, 1, ids.get(0))).containsExactly(ids.get(1));
  }

  private List<JobId> dead(
      @Nullable Topic topic, @Nullable ErrorKind kind, int limit, @Nullable JobId above) {
    return store.jobReader().dead(new DeadQuery(topic, kind, limit, above));
  }

  @Test
  void find_shows_who_has_a_running_job_in_hand() {
    JobId id = add(mail()).getFirst();
    claimOne();
    Job job = job(id);

    assertThat(job.state()).isEqualTo(JobState.RUNNING);
    assertThat(job.node()).isEqualTo(node);
    assertThat(job.startedAt()).isNotNull();
    assertThat(job.availableAt()).isNull();
    assertThat(job.finishedAt()).isNull();
  }

  @Test
  void find_shows_the_task_of_a_step_and_leaves_its_input_there() {
    Task task = submit(TestTasks.asked(TestTasks.RESIZE));
    ClaimedJob step = claimOne();

    assertThat(job(step.id()).task()).isEqualTo(task.id());
    assertThat(job(step.id()).payload()).isNull();
    assertThat(step.task()).isEqualTo(task.id());
    assertThat(step.payload()).isEqualTo(task.input());
  }

  @Test
  void list_shows_the_newest_first_page_by_page() {
    List<JobId> ids = new ArrayList<>(store.jobs().add(mails(7)));

    List<JobId> paged = new ArrayList<>();
    for (List<Job> page = list(null, null, false, 3, null); !page.isEmpty(); ) {
      assertThat(page).hasSizeLessThanOrEqualTo(3);
      page.forEach(job -> paged.add(job.id()));
      assertThat(paged).doesNotHaveDuplicates();
      add(report());
      page = list(null, null, false, 3, paged.getLast());
    }

    assertThat(paged).isEqualTo(ids.reversed());
  }

  @Test
  void list_filters_by_state_and_topic() {
    List<JobId> ids = add(mail(), mail(), mail(), report(), report());
    List<ClaimedJob> mails = claim(2, MAIL);
    settle(mails.get(0), FINISHED);

    assertThat(idsOf(list(JobState.DONE, null, false, 9, null))).containsExactly(ids.get(0));
    assertThat(idsOf(list(JobState.RUNNING, null, false, 9, null))).containsExactly(ids.get(1));
    assertThat(idsOf(list(JobState.PENDING, null, false, 9, null)))
        .containsExactly(ids.get(4), ids.get(3), ids.get(2));
    assertThat(idsOf(list(JobState.PENDING, Set.of(MAIL), false, 9, null)))
        .containsExactly(ids.get(2));
    assertThat(idsOf(list(null, Set.of(MAIL), false, 2, null)))
        .containsExactly(ids.get(2), ids.get(1));
    assertThat(idsOf(list(null, Set.of(MAIL), true, 9, ids.get(4)))).containsExactly(ids.get(3));
    assertThat(idsOf(list(null, Set.of(MAIL, REPORT), false, 9, null))).hasSize(5);
    assertThat(list(null, Set.of(MAIL, REPORT), true, 9, null)).isEmpty();
    assertThat(list(null, Set.of(), false, 9, null)).isEmpty();
    assertThat(list(null, Set.of(), true, 9, null)).hasSize(5);
    assertThat(list(JobState.WAITING, null, false, 9, null)).isEmpty();
  }

  @Test
  void list_shows_the_same_of_a_job_as_find() {
    for (Verdict verdict :
        List.of(FINISHED, BURIED, TestJobs.RETRIED_NOW, new Verdict.Cancelled())) {
      add(mail());
      settle(claimOne(), verdict);
    }
    add(report());
    claim(1, REPORT);

    List<Job> all = list(null, null, false, 9, null);

    assertThat(all).hasSize(5).allSatisfy(job -> assertThat(job(job.id())).isEqualTo(job));
    for (JobState state : JobState.values()) {
      assertThat(list(state, null, false, 9, null))
          .isEqualTo(all.stream().filter(job -> job.state() == state).toList());
    }
  }

  private List<Job> list(
      @Nullable JobState state,
      @Nullable Set<Topic> topics,
      boolean others,
      int limit,
      @Nullable JobId below) {
    return store.jobReader().list(new JobQuery(state, topics, others, limit, below));
  }

  private static List<JobId> idsOf(List<Job> jobs) {
    return jobs.stream().map(Job::id).toList();
  }

  @Test
  void counts_tell_how_many_jobs_each_place_holds() {
    store.jobs().add(mails(15));
    List<ClaimedJob> claimed = claim(10);
    claimed.subList(0, 4).forEach(job -> settle(job, FINISHED));
    claimed.subList(4, 7).forEach(job -> settle(job, BURIED));
    settle(claimed.get(7), new Verdict.Cancelled());

    assertThat(store.jobReader().counts()).isEqualTo(new JobCounts(5, 2, 0, 4, 3, 1));
  }

  @Test
  void pending_topics_are_counted_up_to_a_cap() {
    store.jobs().add(mails(5));
    add(report(), new NewJob(REPORT, Priority.LOW, "{}", later(), 5, null, null));
    add(NewJob.of(new Topic("other"), "{}", 5));
    claim(2, MAIL);
    store.jobs().claim(node, List.of(TestJobs.demand(1, new Topic("other"))));

    assertThat(store.jobReader().pendingTopics(10)).isEqualTo(Map.of(MAIL, 3L, REPORT, 2L));
    assertThat(store.jobReader().pendingTopics(2)).isEqualTo(Map.of(MAIL, 2L, REPORT, 2L));
  }

  private Instant later() {
    return store.clock().instant().plus(Duration.ofHours(1));
  }

  @Test
  void ahead_counts_the_pending_jobs_of_the_topic_that_are_due_before() {
    List<JobId> ids =
        add(
            mail(Priority.NORMAL, Instant.ofEpochSecond(1)),
            mail(Priority.NORMAL, Instant.ofEpochSecond(3)),
            mail(Priority.NORMAL, Instant.ofEpochSecond(3)),
            mail(Priority.NORMAL, Instant.ofEpochSecond(4)),
            report());

    assertThat(ids)
        .extracting(id -> store.jobReader().ahead(id, 10))
        .containsExactly(0L, 1L, 2L, 3L, 0L);
    assertThat(store.jobReader().ahead(ids.get(3), 2)).isEqualTo(2);

    claim(1, MAIL);
    assertThat(store.jobReader().ahead(ids.get(0), 10)).isZero();
    assertThat(store.jobReader().ahead(ids.get(3), 10)).isEqualTo(2);
    assertThat(store.jobReader().ahead(new JobId(Long.MAX_VALUE), 10)).isZero();
  }
}
