package dev.taskd.adapters.memory;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.DeadQuery;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobCounts;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.Outlook;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All jobs, each in the one place that its state names. One thread at a time. */
final class MemoryQueue {
  private static final Comparator<JobId> BY_ID = Comparator.comparingLong(JobId::value);
  private static final Comparator<Lane> BY_HEAD =
      Comparator.<Lane, Boolean>comparing(lane -> lane.key().caution() != Caution.ALONE)
          .thenComparing(lane -> lane.key().priority())
          .thenComparing(lane -> lane.jobs().firstKey());

  private final int maxCrashes;
  private final Runnable onPending;
  private final NavigableMap<JobId, MemoryJob> all = new TreeMap<>(BY_ID);
  private final Map<JobState, NavigableMap<JobId, MemoryJob>> places =
      new EnumMap<>(JobState.class);
  private final Map<Lane.Key, Lane> lanes = new HashMap<>();
  private final Map<TaskId, Set<MemoryJob>> byTask = new HashMap<>();
  private long lastId;

  /**
   * @param onPending called for each job that becomes pending, be it due or to come
   */
  MemoryQueue(int maxCrashes, Runnable onPending) {
    this.maxCrashes = maxCrashes;
    this.onPending = onPending;
    for (JobState state : JobState.values()) {
      places.put(state, new TreeMap<>(BY_ID));
    }
  }

  MemoryJob add(NewJob asked, Instant now) {
    MemoryJob job = new MemoryJob(new JobId(++lastId), asked, now);
    all.put(job.id, job);
    if (asked.task() != null) {
      byTask.computeIfAbsent(asked.task(), task -> new HashSet<>()).add(job);
    }
    makePending(job, asked.runAt() == null ? now : Micros.cut(asked.runAt()));
    return job;
  }

  @Nullable MemoryJob find(JobId id) {
    return all.get(id);
  }

  /** The jobs that work for a task or tell of it. */
  Set<MemoryJob> of(TaskId task) {
    return Set.copyOf(byTask.getOrDefault(task, Set.of()));
  }

  /** The next jobs of a place, those that were added first ahead. */
  List<MemoryJob> page(JobState state, @Nullable JobId after, int limit) {
    NavigableMap<JobId, MemoryJob> place = placeOf(state);
    return (after == null ? place : place.tailMap(after, false))
        .values().stream().limit(limit).toList();
  }

  /** Forgets a job that is over. */
  void remove(MemoryJob job) {
    all.remove(job.id);
    placeOf(job.state).remove(job.id);
    TaskId task = job.asked.task();
    if (task != null) {
      byTask.computeIfPresent(
          task,
          (id, jobs) -> {
            jobs.remove(job);
            return jobs.isEmpty() ? null : jobs;
          });
    }
  }

  /** Takes what a demand has room for out of the lanes, in the order of claiming. */
  List<MemoryJob> take(Demand demand, Instant now) {
    Map<Caution, Integer> room = new EnumMap<>(Caution.class);
    room.put(Caution.NONE, demand.limit());
    room.put(Caution.FREE_WORKER, demand.free());
    room.put(Caution.ALONE, demand.alone() ? 1 : 0);
    PriorityQueue<Lane> open = new PriorityQueue<>(BY_HEAD);
    lanesOf(demand.topics()).filter(lane -> lane.isDue(now)).forEach(open::add);
    List<MemoryJob> taken = new ArrayList<>();
    while (taken.size() < demand.limit() && !open.isEmpty()) {
      Lane lane = open.remove();
      if (room.merge(lane.key().caution(), -1, Integer::sum) < 0) {
        continue;
      }
      MemoryJob job = lane.jobs().firstEntry().getValue();
      makeRunning(job, now);
      taken.add(job);
      if (lane.isDue(now)) {
        open.add(lane);
      }
    }
    return taken;
  }

  void makePending(MemoryJob job, Instant availableAt) {
    move(job, JobState.PENDING);
    job.caution = Caution.of(job.attempts, job.maxAttempts, job.crashes, maxCrashes);
    job.availableAt = availableAt;
    lanes.computeIfAbsent(Lane.Key.of(job), Lane::empty).jobs().put(dueOf(job), job);
    onPending.run();
  }

  private void makeRunning(MemoryJob job, Instant now) {
    move(job, JobState.RUNNING);
    job.startedAt = now;
    job.attempts++;
  }

  /**
   * @param startedAt when its last run began; null if it has none
   */
  void end(MemoryJob job, JobState state, @Nullable Instant startedAt, Instant now) {
    move(job, state);
    job.startedAt = startedAt;
    job.finishedAt = now;
  }

  private void move(MemoryJob job, JobState to) {
    if (job.availableAt != null) {
      laneOf(job).remove(dueOf(job));
    }
    placeOf(job.state).remove(job.id);
    placeOf(to).put(job.id, job);
    job.state = to;
    job.node = null;
    job.availableAt = null;
    job.startedAt = null;
    job.finishedAt = null;
  }

  Outlook outlook(Collection<Topic> topics, Set<Queue> paused, Instant now) {
    Duration nextDue =
        lanesOf(topics)
            .map(lane -> lane.nextDue(now))
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .map(due -> Duration.between(now, due))
            .orElse(null);
    boolean aloneWaits =
        lanesOf(topics).anyMatch(lane -> lane.key().caution() == Caution.ALONE && lane.isDue(now));
    return new Outlook(nextDue, aloneWaits, paused);
  }

  List<Job> list(JobQuery query) {
    NavigableMap<JobId, MemoryJob> place = query.state() == null ? all : placeOf(query.state());
    return (query.below() == null ? place : place.headMap(query.below(), false))
        .descendingMap().values().stream()
            .filter(job -> isAsked(query, job.asked.topic()))
            .limit(query.limit())
            .map(MemoryJob::seen)
            .toList();
  }

  List<JobId> dead(DeadQuery query) {
    NavigableMap<JobId, MemoryJob> place = placeOf(JobState.DEAD);
    return (query.above() == null ? place : place.tailMap(query.above(), false))
        .values().stream()
            .filter(job -> isAsked(query, job))
            .limit(query.limit())
            .map(job -> job.id)
            .toList();
  }

  private static boolean isAsked(DeadQuery query, MemoryJob job) {
    return (query.topic() == null || query.topic().equals(job.asked.topic()))
        && (query.kind() == null || query.kind() == job.diedOf());
  }

  private static boolean isAsked(JobQuery query, Topic topic) {
    return query.topics() == null || query.topics().contains(topic) != query.others();
  }

  JobCounts counts() {
    return new JobCounts(
        placeOf(JobState.PENDING).size(),
        placeOf(JobState.RUNNING).size(),
        placeOf(JobState.WAITING).size(),
        placeOf(JobState.DONE).size(),
        placeOf(JobState.DEAD).size(),
        placeOf(JobState.CANCELLED).size());
  }

  Map<Topic, Long> pendingTopics(int cap) {
    Map<Topic, Long> topics = new HashMap<>();
    for (Lane lane : lanes.values()) {
      if (!lane.jobs().isEmpty()) {
        long size = lane.jobs().size();
        topics.merge(lane.key().topic(), size, Long::sum);
      }
    }
    topics.replaceAll((topic, size) -> Math.min(size, cap));
    return topics;
  }

  /** Of a lower priority is ahead of nothing; of a higher one whatever is due no later. */
  long ahead(MemoryJob job, int cap) {
    if (job.availableAt == null) {
      return 0;
    }
    return lanesOf(List.of(job.asked.topic()))
        .filter(lane -> lane.key().priority().compareTo(job.asked.priority()) <= 0)
        .flatMap(lane -> lane.jobs().headMap(dueOf(job)).values().stream())
        .limit(cap)
        .count();
  }

  private Stream<Lane> lanesOf(Collection<Topic> topics) {
    return topics.stream()
        .flatMap(
            topic ->
                Stream.of(Caution.values())
                    .flatMap(
                        caution ->
                            Stream.of(Priority.values())
                                .map(priority -> new Lane.Key(topic, caution, priority))))
        .map(lanes::get)
        .filter(Objects::nonNull);
  }

  private NavigableMap<JobId, MemoryJob> placeOf(JobState state) {
    return Objects.requireNonNull(places.get(state));
  }

  private NavigableMap<Lane.Due, MemoryJob> laneOf(MemoryJob job) {
    return Objects.requireNonNull(lanes.get(Lane.Key.of(job))).jobs();
  }

  private static Lane.Due dueOf(MemoryJob job) {
    return new Lane.Due(Objects.requireNonNull(job.availableAt), job.id);
  }
}
