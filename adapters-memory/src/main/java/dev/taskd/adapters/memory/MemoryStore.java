package dev.taskd.adapters.memory;

import dev.taskd.domain.job.Beat;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.DeadQuery;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobCounts;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.Lease;
import dev.taskd.domain.job.Limits;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Outlook;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Roster;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.Housekeeping;
import dev.taskd.domain.port.JobReader;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.NodeStore;
import dev.taskd.domain.port.QueueStore;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.port.TaskReader;
import dev.taskd.domain.port.TaskStore;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.Progress;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskFlow;
import dev.taskd.domain.task.TaskQuery;
import dev.taskd.domain.task.TaskState;
import dev.taskd.domain.task.TimelineEntry;
import dev.taskd.domain.text.SafeText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All of storage in the memory of this process; it is gone with it. Thread-safe: one lock, held for
 * one act at a time.
 */
public final class MemoryStore
    implements JobStore, JobReader, QueueStore, TaskStore, TaskReader, NodeStore, Housekeeping {
  private final TaskFlow flow;
  private final InstantSource clock;
  private final MemoryQueue queue;
  private final MemoryTasks tasks;
  private final MemoryLeases leases = new MemoryLeases();
  private final MemoryNodes nodes = new MemoryNodes();
  private final Set<Queue> paused = new HashSet<>();
  private Instant begun = Instant.MIN;
  private final List<MemoryNudges> listeners = new CopyOnWriteArrayList<>();

  /**
   * A store that holds nothing.
   *
   * @param maxCrashes how many nodes one job may take with it
   */
  public MemoryStore(TaskFlow flow, int maxCrashes, InstantSource clock) {
    this.flow = flow;
    this.clock = clock;
    this.queue = new MemoryQueue(maxCrashes, this::nudge);
    this.tasks = new MemoryTasks(queue);
  }

  void listen(MemoryNudges nudges) {
    listeners.add(nudges);
  }

  void unlisten(MemoryNudges nudges) {
    listeners.remove(nudges);
  }

  private void nudge() {
    listeners.forEach(MemoryNudges::nudge);
  }

  private Instant now() {
    return Micros.cut(clock.instant());
  }

  @Override
  public synchronized NodeId join() {
    return nodes.join();
  }

  @Override
  public synchronized Optional<Roster> beat(NodeId self) {
    return nodes.beat(self, leases.holders());
  }

  @Override
  public synchronized boolean lose(Beat last) {
    return nodes.lose(last);
  }

  @Override
  public synchronized void leave(NodeId node) {
    nodes.leave(node);
  }

  @Override
  public synchronized List<JobId> add(List<NewJob> jobs) {
    Instant now = now();
    jobs.forEach(this::check);
    return jobs.stream().map(job -> queue.add(job, now).id).toList();
  }

  private void check(NewJob job) {
    Texts.check(job);
    if (job.payload() == null && tasks.find(job.task()) == null) {
      throw new StoreException.Rejected(
          "job has neither payload nor task",
          new IllegalArgumentException("no payload and no known task: " + job));
    }
  }

  @Override
  public synchronized List<ClaimedJob> claim(NodeId node, List<Demand> demands) {
    if (!nodes.isSignedOn(node)) {
      return List.of();
    }
    Instant now = now();
    List<MemoryJob> taken =
        demands.stream().flatMap(demand -> queue.take(demand, now).stream()).toList();
    Lease lease = leases.next(node);
    List<ClaimedJob> claimed = new ArrayList<>();
    for (MemoryJob job : taken) {
      ClaimedJob part = part(lease, claimed.size(), job);
      leases.open(part);
      claimed.add(part);
    }
    return claimed;
  }

  private ClaimedJob part(Lease lease, int position, MemoryJob job) {
    job.node = lease.node();
    return new ClaimedJob(
        lease,
        position,
        job.id,
        job.asked.topic(),
        job.caution,
        job.attempts,
        job.maxAttempts,
        job.crashes,
        payloadOf(job.asked),
        job.asked.task(),
        job.asked.key());
  }

  private String payloadOf(NewJob asked) {
    return asked.payload() != null
        ? asked.payload()
        : Objects.requireNonNull(tasks.find(asked.task())).input();
  }

  @Override
  public synchronized Outlook outlook(Collection<Topic> topics) {
    return queue.outlook(topics, paused, now());
  }

  @Override
  public synchronized Set<Integer> settle(NodeId node, List<Settlement> settlements) {
    Settling settling = new Settling(flow, queue, leases, tasks, now());
    Set<Integer> stale = decide(settling, node, settlements);
    settling.write();
    return stale;
  }

  private static Set<Integer> decide(Settling settling, NodeId node, List<Settlement> settlements) {
    Set<Integer> stale = new TreeSet<>();
    try {
      for (int i = 0; i < settlements.size(); i++) {
        if (!settling.decide(node, settlements.get(i))) {
          stale.add(i);
        }
      }
    } catch (DateTimeException | ArithmeticException e) {
      throw new StoreException.Rejected("a delay reaches beyond all calendars", e);
    }
    return stale;
  }

  @Override
  public synchronized List<ClaimedJob> held(NodeId node, @Nullable ClaimedJob last, int limit) {
    return leases.held(node, last, limit);
  }

  @Override
  public synchronized Set<JobId> cancelRequested(Collection<JobId> jobs) {
    return jobs.stream().filter(this::isCancelRequested).collect(Collectors.toSet());
  }

  private boolean isCancelRequested(JobId id) {
    MemoryJob job = queue.find(id);
    Task task = job == null ? null : tasks.find(job.asked.task());
    return task != null && task.cancelRequested() && id.equals(task.job());
  }

  @Override
  public synchronized Revival retry(JobId id, int allowance) {
    MemoryJob job = queue.find(id);
    if (job == null) {
      return Revival.UNKNOWN;
    }
    if (job.state != JobState.DEAD) {
      return Revival.NOT_DEAD;
    }
    Instant now = now();
    job.maxAttempts = Math.max(job.maxAttempts, Limits.raise(job.attempts, allowance));
    queue.makePending(job, now, now);
    Task task = tasks.find(job.asked.task());
    if (task != null && task.state() == TaskState.FAILED && id.equals(task.job())) {
      tasks.write(flow.reopened(task, now), now);
    }
    return Revival.RETRIED;
  }

  @Override
  public synchronized void pause(Queue queue) {
    paused.add(queue);
    nudge();
  }

  @Override
  public synchronized void resume(Queue queue) {
    paused.remove(queue);
    nudge();
  }

  @Override
  public synchronized Set<Queue> paused() {
    return Set.copyOf(paused);
  }

  @Override
  public synchronized Submission submit(List<NewTask> asked) {
    return new Submitting(flow, tasks, now()).submit(asked);
  }

  @Override
  public synchronized Change complete(TaskId id, String result) {
    return change(
        id, task -> isForItsClientToEnd(task) ? flow.completed(task, result, now()) : null);
  }

  @Override
  public synchronized Change fail(TaskId id, SafeText message) {
    return change(id, task -> isForItsClientToEnd(task) ? flow.failed(task, message, now()) : null);
  }

  private static boolean isForItsClientToEnd(Task task) {
    return task.steps().isEmpty() && task.state() == TaskState.WAITING;
  }

  @Override
  public synchronized Change cancel(TaskId id) {
    Task task = tasks.find(id);
    if (task == null) {
      return new Change.Unknown();
    }
    if (task.state().isEnded()) {
      return new Change.Refused(task);
    }
    if (tasks.runningStepOf(task) != null) {
      return new Change.Changed(
          task.cancelRequested()
              ? tasks.seen(task)
              : tasks.write(flow.cancelRequested(task, now()), now()));
    }
    Change ended = write(flow.cancelled(task, now()));
    MemoryJob step = tasks.stepOf(task);
    if (step != null) {
      queue.end(step, JobState.CANCELLED, null, now());
    }
    return ended;
  }

  private Change write(Progress progress) {
    Texts.check(progress);
    return new Change.Changed(tasks.write(progress, now()));
  }

  /** Makes the move that {@code move} finds right; null where none is. */
  private Change change(TaskId id, Function<Task, @Nullable Progress> move) {
    Task task = tasks.find(id);
    if (task == null) {
      return new Change.Unknown();
    }
    Progress progress = move.apply(task);
    if (progress == null) {
      return new Change.Refused(tasks.seen(task));
    }
    return write(progress);
  }

  @Override
  public synchronized Optional<Task> find(TaskId id) {
    return Optional.ofNullable(tasks.find(id)).map(tasks::seen);
  }

  @Override
  public synchronized List<Task> list(TaskQuery query) {
    return tasks.list(query);
  }

  @Override
  public synchronized List<TimelineEntry> timeline(TaskId id) {
    return tasks.timeline(id);
  }

  @Override
  public synchronized Optional<Job> find(JobId id) {
    return Optional.ofNullable(queue.find(id)).map(MemoryJob::seen);
  }

  @Override
  public synchronized List<Job> list(JobQuery query) {
    return queue.list(query);
  }

  @Override
  public synchronized List<JobId> dead(DeadQuery query) {
    return queue.dead(query);
  }

  @Override
  public synchronized JobCounts counts() {
    return queue.counts();
  }

  @Override
  public synchronized Map<Topic, Long> pendingTopics(int cap) {
    return queue.pendingTopics(cap);
  }

  @Override
  public synchronized long ahead(JobId id, int cap) {
    MemoryJob job = queue.find(id);
    return job == null ? 0 : queue.ahead(job, cap);
  }

  @Override
  public synchronized boolean begin(Duration interval) {
    Instant now = now();
    boolean isDue = !begun.isAfter(now.minus(interval));
    begun = isDue ? now : begun;
    return isDue;
  }

  @Override
  public synchronized Step<TaskId> removeTasks(Duration age, @Nullable TaskId after, int limit) {
    return removing(age).tasks(after, limit);
  }

  @Override
  public synchronized Step<JobId> removeFinished(Duration age, @Nullable JobId after, int limit) {
    return removing(age)
        .jobs(JobState.DONE, after, limit, job -> tasks.find(job.asked.task()) == null);
  }

  @Override
  public synchronized Step<JobId> removeDead(Duration age, @Nullable JobId after, int limit) {
    return removing(age).jobs(JobState.DEAD, after, limit, job -> true);
  }

  private Removing removing(Duration age) {
    return new Removing(queue, tasks, now().minus(age));
  }

  @Override
  public boolean tend(long claims) {
    return false;
  }
}
