package dev.taskd.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobCounts;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.TaskStore.Kept;
import dev.taskd.domain.task.EventType;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskState;
import dev.taskd.domain.task.TimelineEntry;
import dev.taskd.domain.task.TimelineEntry.What;
import dev.taskd.testkit.RaceLedger.Sent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** That nothing is lost or doubled while everything happens at once. */
public abstract class StoreRaceContract extends StoreContract {
  private static final Set<What> ENDS = Set.of(What.SUCCEEDED, What.FAILED, What.CANCELLED);

  @Test
  void everything_at_once_loses_nothing_and_doubles_nothing() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    List<Topic> topics = Stream.concat(Stream.of(TOPICS), EVENTS.stream()).toList();
    Race race = new Race(store, RULE, seed, topics);

    race.run();

    System.out.println(race.ledger.summary());
    List<Job> jobs = allJobs();
    assertEachInOnePlace(jobs, race.added);
    Map<JobId, List<ClaimedJob>> claims = claimsByJob(race.ledger);
    for (Job job : jobs) {
      assertHistory(job, claims.getOrDefault(job.id(), List.of()), race.ledger);
    }
    Set<JobId> handedBack = handedBack(race.ledger);
    race.ledger.claims().forEach(claim -> assertAnswers(claim, race, handedBack));
    assertTasks(race);
  }

  private List<Job> allJobs() {
    List<Job> all = new ArrayList<>();
    List<Job> page = page(null);
    while (!page.isEmpty()) {
      all.addAll(page);
      assertThat(all).extracting(Job::id).doesNotHaveDuplicates();
      page = page(page.getLast().id());
    }
    return all;
  }

  private List<Job> page(@Nullable JobId below) {
    return store.jobReader().list(new JobQuery(null, null, false, 500, below));
  }

  private void assertEachInOnePlace(List<Job> jobs, List<JobId> added) {
    Map<JobState, Long> states = new HashMap<>();
    jobs.forEach(job -> states.merge(job.state(), 1L, Long::sum));

    assertThat(jobs).extracting(Job::id).doesNotHaveDuplicates().containsAll(added);
    assertThat(store.jobReader().counts())
        .isEqualTo(
            new JobCounts(
                0,
                0,
                0,
                states.getOrDefault(JobState.DONE, 0L),
                states.getOrDefault(JobState.DEAD, 0L),
                states.getOrDefault(JobState.CANCELLED, 0L)));
    for (JobState state : JobState.values()) {
      assertThat(jobs(state)).hasSize(states.getOrDefault(state, 0L).intValue());
    }
  }

  private static Map<JobId, List<ClaimedJob>> claimsByJob(RaceLedger ledger) {
    Map<JobId, List<ClaimedJob>> claims = new HashMap<>();
    ledger.claims().forEach(c -> claims.computeIfAbsent(c.id(), id -> new ArrayList<>()).add(c));
    claims.values().forEach(list -> list.sort(RaceLedger.IN_ORDER));
    return claims;
  }

  /** Each claim follows from what was sent of the one before it, and the end from the last. */
  private static void assertHistory(Job job, List<ClaimedJob> claims, RaceLedger ledger) {
    int before = 0;
    boolean mayRepeat = false;
    for (ClaimedJob claim : claims) {
      assertThat(claim.attempt()).as("limit of %s", job).isLessThanOrEqualTo(claim.maxAttempts());
      assertThat(claim.attempt())
          .as("attempt after %s of %s, claimed as %s", before, job, claims)
          .isBetween(mayRepeat ? before : before + 1, before + 1);
      before = claim.attempt();
      mayRepeat = wasSent(ledger, claim, Verdict.HandedBack.class);
      boolean isLast = claim.equals(claims.getLast());
      assertThat(isLast || comesBack(ledger, claim))
          .as("claimed again after %s: %s", ledger.sentOf(claim), claims)
          .isTrue();
    }
    assertThat(job.attempts()).isBetween(mayRepeat ? before - 1 : before, before);
    if (!claims.isEmpty()) {
      assertEnd(job, claims.getLast(), ledger);
    }
  }

  private static boolean comesBack(RaceLedger ledger, ClaimedJob claim) {
    return wasSent(ledger, claim, Verdict.Retried.class)
        || wasSent(ledger, claim, Verdict.Snoozed.class)
        || wasSent(ledger, claim, Verdict.HandedBack.class)
        || wasSent(ledger, claim, Verdict.Rescued.class)
        || (wasSent(ledger, claim, Verdict.Buried.class) && ledger.revivalsOf(claim.id()) > 0);
  }

  private static void assertEnd(Job job, ClaimedJob last, RaceLedger ledger) {
    boolean explained =
        switch (job.state()) {
          case DONE -> wasSent(ledger, last, Verdict.Finished.class);
          case DEAD -> wasSent(ledger, last, Verdict.Buried.class);
          case CANCELLED -> job.task() != null && ledger.isCancelled(job.task());
          case PENDING, RUNNING, WAITING -> false;
        };
    assertThat(explained).as("%s after %s", job, ledger.sentOf(last)).isTrue();
  }

  private static boolean wasSent(
      RaceLedger ledger, ClaimedJob claim, Class<? extends Verdict> verdict) {
    return ledger.sentOf(claim).stream().anyMatch(sent -> verdict.isInstance(sent.verdict()));
  }

  /** Jobs of which an attempt may have been claimed more than once. */
  private static Set<JobId> handedBack(RaceLedger ledger) {
    return ledger.claims().stream()
        .filter(claim -> wasSent(ledger, claim, Verdict.HandedBack.class))
        .map(ClaimedJob::id)
        .collect(Collectors.toSet());
  }

  /**
   * One verdict on each claim counted, and where nobody interfered the first that was sent. That it
   * was no other is asked only where job and attempt alone tell what was recorded.
   */
  private static void assertAnswers(ClaimedJob claim, Race race, Set<JobId> handedBack) {
    List<Sent> sent = race.ledger.sentOf(claim);
    assertThat(sent).as("%s", claim).anyMatch(one -> !one.stale());
    if (!race.haunted.contains(claim.lease().node())) {
      assertThat(sent)
          .filteredOn(one -> !one.again() || one.verdict() instanceof Verdict.Finished)
          .as("%s", claim)
          .noneMatch(Sent::stale);
    }
    if (claim.task() == null && !handedBack.contains(claim.id())) {
      assertThat(sent.stream().filter(one -> !one.stale()).map(Sent::verdict).distinct())
          .as("%s: %s", claim, sent)
          .hasSize(1);
    }
  }

  private void assertTasks(Race race) {
    Set<Task> tasks = new HashSet<>();
    race.submitted.forEach(kept -> tasks.add(task(kept.task().id())));
    List<String> expected = new ArrayList<>();
    for (Task task : tasks) {
      List<What> timeline =
          store.taskReader().timeline(task.id()).stream().map(TimelineEntry::what).toList();
      expected.add(TestTasks.telling(EventType.CREATED, task.id(), 0));
      expected.addAll(endsTold(task, timeline));
      assertTimeline(task, timeline);
      assertThat(task.state() == TaskState.CANCELLED)
          .as("%s", task)
          .isEqualTo(race.ledger.isCancelled(task.id()));
    }

    assertThat(race.submitted).filteredOn(Kept::created).hasSize(tasks.size());
    assertThat(told()).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static List<String> endsTold(Task task, List<What> timeline) {
    List<What> ends = timeline.stream().filter(ENDS::contains).toList();
    List<String> told = new ArrayList<>();
    for (What end : ends) {
      EventType type =
          switch (end) {
            case SUCCEEDED -> EventType.COMPLETED;
            case FAILED -> EventType.FAILED;
            default -> EventType.CANCELLED;
          };
      told.add(TestTasks.telling(type, task.id(), told.size() + 1));
    }
    return told;
  }

  private static void assertTimeline(Task task, List<What> timeline) {
    assertThat(task.state().isEnded()).as("%s", task).isTrue();
    assertThat(timeline).as("%s", task).startsWith(What.CREATED);
    assertThat(timeline.getLast().name()).isEqualTo(task.state().name());
    assertThat(timeline).filteredOn(ENDS::contains).hasSize(task.ends());
    assertThat(timeline).filteredOn(What.REOPENED::equals).hasSize(task.ends() - 1);
    assertThat(timeline).filteredOn(What.STARTED::equals).hasSize(task.attempts());
    for (int i = 0; i < timeline.size() - 1; i++) {
      assertThat(ENDS.contains(timeline.get(i)))
          .as("%s", timeline)
          .isEqualTo(timeline.get(i + 1) == What.REOPENED);
    }
  }
}
