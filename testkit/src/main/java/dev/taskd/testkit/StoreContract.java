package dev.taskd.testkit;

import dev.taskd.domain.job.Backoff;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.RetryRule;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.TaskStore.Kept;
import dev.taskd.domain.port.TaskStore.Submission;
import dev.taskd.domain.task.EventType;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.Outbox;
import dev.taskd.domain.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the contracts of a store share: an empty store with one node for each test. A store's time
 * cannot be moved, so no contract waits for anything to become due.
 */
abstract class StoreContract {
  /** Not the default of 3, so that a store that knows only the default is found out. */
  static final int MAX_CRASHES = 4;

  static final RetryRule RULE =
      new RetryRule(new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1)), MAX_CRASHES);

  static final Topic[] TOPICS = {
    TestJobs.MAIL, TestJobs.REPORT, TestTasks.PROBE, TestTasks.ENCODE, TestTasks.SCALE
  };

  static final Set<Topic> EVENTS =
      Stream.of(EventType.values()).map(EventType::topic).collect(Collectors.toUnmodifiableSet());

  /** What the outbox fails with; null for the one that works. */
  volatile @Nullable RuntimeException outboxFailure;

  StoreUnderTest store;
  NodeId node;

  /** A new store that holds nothing; it is closed after the test. */
  public abstract StoreUnderTest emptyStore(Outbox outbox, int maxCrashes);

  @BeforeEach
  void open() {
    store = emptyStore(this::deliveries, MAX_CRASHES);
    node = store.nodes().join();
  }

  private List<NewJob> deliveries(EventType type, Task task, Instant at) {
    if (outboxFailure != null) {
      throw outboxFailure;
    }
    return TestTasks.oneDelivery(type, task, at);
  }

  @AfterEach
  void close() {
    store.close();
  }

  final List<JobId> add(NewJob... jobs) {
    return store.jobs().add(List.of(jobs));
  }

  /** Everything that is due, deliveries apart. */
  final List<ClaimedJob> claim() {
    return claim(1000);
  }

  final List<ClaimedJob> claim(int limit) {
    return claim(limit, TOPICS);
  }

  final List<ClaimedJob> claim(int limit, Topic... topics) {
    return store.jobs().claim(node, List.of(TestJobs.demand(limit, topics)));
  }

  final ClaimedJob claimOne() {
    return claim(1).getFirst();
  }

  final Set<Integer> settle(ClaimedJob job, Verdict verdict) {
    return store.jobs().settle(job.lease().node(), List.of(TestJobs.settlement(job, verdict)));
  }

  /** What a rescuer does when the node of {@code job} is lost. */
  final Set<Integer> rescue(ClaimedJob job) {
    return settle(job, RULE.crashed(job));
  }

  final Job job(JobId id) {
    return store.jobReader().find(id).orElseThrow();
  }

  final List<Job> jobs(JobState state) {
    return store.jobReader().list(new JobQuery(state, null, false, 10_000, null));
  }

  /** The payloads of all jobs that tell of tasks, in any state. */
  final List<String> told() {
    JobQuery query = new JobQuery(null, EVENTS, false, 10_000, null);
    return store.jobReader().list(query).stream()
        .map(job -> String.valueOf(job.payload()))
        .toList();
  }

  final Task submit(NewTask asked) {
    return submit(List.of(asked)).getFirst().task();
  }

  final List<Kept> submit(List<NewTask> asked) {
    return switch (store.tasks().submit(asked)) {
      case Submission.Accepted(List<Kept> kept) -> kept;
      case Submission.KeyReused reused -> throw new AssertionError(reused);
    };
  }

  final Task task(TaskId id) {
    return store.taskReader().find(id).orElseThrow();
  }
}
