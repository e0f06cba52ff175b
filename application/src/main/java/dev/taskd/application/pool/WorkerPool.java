package dev.taskd.application.pool;

import dev.taskd.application.pool.Handlers.Bound;
import dev.taskd.application.safego.Attempt;
import dev.taskd.application.safego.Next;
import dev.taskd.application.safego.SafeGo;
import dev.taskd.application.safego.Signal;
import dev.taskd.application.safego.TaskGroup;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.Ending;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Lease;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.RetryRule;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.text.DurationText;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of this node and the jobs in their hands. Thread-safe.
 *
 * <p>Each worker is a loop that cannot die: what its handler throws ends in {@link SafeGo#call},
 * and should the loop itself fall, it is started anew. After a panic a worker goes on on a fresh
 * thread, since what foreign code left on the old one is not known.
 */
public final class WorkerPool {
  private static final Logger log = LoggerFactory.getLogger(WorkerPool.class);

  /** A worker may be on its way from the line to its run. */
  private static final Duration RECHECK = Duration.ofMillis(20);

  private final Handlers handlers;
  private final Judge judge;
  private final Hands hands;
  private final Predicate<Lease> mayStart;
  private final Signal begun;
  private final TaskGroup group;
  private final Map<String, Line> lines = new TreeMap<>();
  private final Set<Running> running = ConcurrentHashMap.newKeySet();
  private final AtomicInteger abandoned = new AtomicInteger();

  /**
   * A pool that has not started.
   *
   * @param mayStart false for the jobs of a lease that may have been taken from this node
   * @param room given whenever a queue may have got room
   * @param begun given whenever a run begins
   */
  public WorkerPool(
      List<QueueSettings> queues,
      Handlers handlers,
      Judge judge,
      Hands hands,
      Predicate<Lease> mayStart,
      Signal room,
      Signal begun,
      TaskGroup group) {
    this.handlers = handlers;
    this.judge = judge;
    this.hands = hands;
    this.mayStart = mayStart;
    this.begun = begun;
    this.group = group;
    for (QueueSettings each : queues) {
      lines.put(each.queue().name(), new Line(each, handlers.topicsOf(each.queue()), room::give));
    }
    for (Queue queue : handlers.queues()) {
      if (!lines.containsKey(queue.name())) {
        throw new IllegalArgumentException("no such queue: " + queue);
      }
    }
  }

  /** Starts as many workers for each queue as its concurrency says. */
  public void start() {
    for (Line line : lines.values()) {
      for (int i = 1; i <= line.settings().concurrency(); i++) {
        addWorker(line, "worker-" + line.settings().queue() + "-" + i);
      }
    }
  }

  /**
   * What the queues have room for; nothing while a job must run alone, or too many outcomes wait to
   * be recorded.
   */
  public List<Demand> demands() {
    return hands.holdOneAlone() || hands.areFull()
        ? List.of()
        : lines.values().stream().map(Line::demand).filter(Objects::nonNull).toList();
  }

  /** The topics of the queues that are not paused. */
  public List<Topic> openTopics() {
    return lines.values().stream()
        .filter(line -> !line.isPaused())
        .flatMap(line -> line.topics().stream())
        .toList();
  }

  public boolean anyPaused() {
    return lines.values().stream().anyMatch(Line::isPaused);
  }

  /** Pauses these queues and no others: what was claimed of them and not started is handed back. */
  public void pause(Set<Queue> paused) {
    for (Line line : lines.values()) {
      boolean pause = paused.contains(line.settings().queue());
      if (pause != line.isPaused()) {
        log.atInfo()
            .addKeyValue("queue", line.settings().queue())
            .log(pause ? "queue is paused" : "queue is resumed");
      }
      line.pause(pause).forEach(this::handBack);
    }
  }

  /** Takes what was claimed into its hands. */
  public void accept(Collection<ClaimedJob> jobs) {
    hands.take(jobs);
    jobs.stream()
        .collect(Collectors.groupingBy(this::lineOf))
        .forEach(
            (line, its) -> {
              if (!line.add(its)) {
                its.forEach(this::handBack);
              }
            });
  }

  /** Gives jobs back that were claimed for this node and never reached it. */
  public void handBackUnseen(Collection<ClaimedJob> jobs) {
    hands.take(jobs);
    jobs.forEach(this::handBack);
  }

  private void handBack(ClaimedJob job) {
    judge.settle(job, new Ending.Unstarted());
  }

  /** The jobs whose handlers are running and that move a task on. */
  public Set<JobId> runningSteps() {
    Set<JobId> steps = ConcurrentHashMap.newKeySet();
    running.stream()
        .map(Running::job)
        .filter(ClaimedJob::isStepOfTask)
        .forEach(job -> steps.add(job.id()));
    return steps;
  }

  /** Interrupts the handlers of these jobs: their tasks are cancelled. */
  public void cancel(Set<JobId> jobs) {
    running.stream()
        .filter(each -> jobs.contains(each.job().id()))
        .forEach(each -> each.interrupt(Running.Stop.CANCELLED));
  }

  /** Claimed jobs that wait for a worker, and busy workers, by queue. */
  public Map<String, Load> loads() {
    Map<String, Load> loads = new TreeMap<>();
    lines.forEach(
        (name, line) ->
            loads.put(name, new Load(line.settings().concurrency(), line.busy(), line.waiting())));
    return loads;
  }

  /** How full one queue of this node is. */
  public record Load(int concurrency, int busy, int waiting) {}

  /** Gives no more jobs to workers; what none of them took is handed back. */
  public void close() {
    group.stop();
    for (Line line : lines.values()) {
      line.close().forEach(this::handBack);
    }
  }

  /** Waits for the workers to finish what they have; called after {@link #close}. */
  public boolean await(Duration timeout) throws InterruptedException {
    return group.await(timeout);
  }

  /**
   * Interrupts what still runs, gives it {@code grace}, then gives it up: returned, with its
   * attempt counted, no crash blamed and its limit raised by one.
   *
   * @return the jobs that were cut off
   */
  public List<ClaimedJob> cutOff(Duration grace) throws InterruptedException {
    Set<ClaimedJob> told = new LinkedHashSet<>();
    long end = System.nanoTime() + grace.toNanos();
    do {
      running.forEach(each -> interrupt(each, told));
    } while (!group.await(RECHECK) && System.nanoTime() < end);
    for (Running each : running) {
      if (each.giveUp(true)) {
        abandoned.incrementAndGet();
        settle(each, new Ending.CutOff());
      }
    }
    return List.copyOf(told);
  }

  private static void interrupt(Running run, Set<ClaimedJob> told) {
    run.interrupt(Running.Stop.DRAIN);
    told.add(run.job());
  }

  /** The runs of this moment, for the watchman. */
  Collection<Running> running() {
    return List.copyOf(running);
  }

  /** How many handlers have been given up and have not returned; each keeps a thread. */
  public int abandoned() {
    return abandoned.get();
  }

  /**
   * As many handlers as there are workers may be given up and not return; then no more workers are
   * replaced, so that threads at most double.
   */
  public boolean isSpent() {
    int workers = lines.values().stream().mapToInt(line -> line.settings().concurrency()).sum();
    return abandoned.get() >= workers;
  }

  /**
   * A handler ignores its interruption: its job is settled, and its worker replaced unless the pool
   * is spent. One thread at a time.
   */
  void giveUp(Running stuck) {
    boolean replaced = !isSpent();
    if (stuck.giveUp(replaced)) {
      abandoned.incrementAndGet();
      settle(stuck, Execution.stopped(stuck));
      group.abandon(stuck.worker());
      if (replaced) {
        replace(stuck.line());
      }
    }
  }

  private void replace(Line line) {
    line.done();
    addWorker(line, "worker-" + line.settings().queue() + "-again");
  }

  private void addWorker(Line line, String name) {
    SafeGo.keep(group, name, () -> work(line));
  }

  private Next work(Line line) throws InterruptedException {
    ClaimedJob job = line.take();
    if (job == null) {
      return Next.END;
    }
    if (!mayStart.test(job.lease())) {
      handBack(job);
      line.done();
      return Next.AGAIN;
    }
    return work(line, job);
  }

  private Next work(Line line, ClaimedJob job) {
    Bound bound = Objects.requireNonNull(handlers.find(job.topic()), "claimed without a handler");
    Running run = new Running(job, bound.timeout(), line);
    try {
      return work(run, bound);
    } catch (Throwable ours) {
      // Memory may run out in our own code, too: the job must not stay in these hands for ever.
      if (!end(run, new Ending.Threw(ours))) {
        comeBack(run);
      }
      throw ours;
    }
  }

  private Next work(Running run, Bound bound) {
    running.add(run);
    begun.give();
    Attempt<Outcome> attempt = Execution.of(run, bound);
    if (!end(run, Execution.ending(attempt, run))) {
      return comeBack(run);
    }
    return isPanic(attempt) ? Next.ON_A_FRESH_THREAD : Next.AGAIN;
  }

  /** False if it had been given up before. */
  private boolean end(Running run, Ending ending) {
    boolean first = run.end();
    if (first) {
      settle(run, ending);
      run.line().done();
    }
    return first;
  }

  private void settle(Running run, Ending ending) {
    running.remove(run);
    judge.settle(run.job(), ending);
  }

  /** A worker whose handler had been given up ends; if none took its place, one does now. */
  private Next comeBack(Running run) {
    log.atWarn()
        .addKeyValue("job", run.job().id())
        .log("a handler that had been given up is out after {}", DurationText.of(run.ran()));
    abandoned.decrementAndGet();
    if (!run.isReplaced()) {
      replace(run.line());
    }
    return Next.END;
  }

  private static boolean isPanic(Attempt<Outcome> attempt) {
    return attempt instanceof Attempt.Caught<Outcome> caught && RetryRule.isPanic(caught.cause());
  }

  private Line lineOf(ClaimedJob job) {
    Bound bound = Objects.requireNonNull(handlers.find(job.topic()), "claimed without a handler");
    return Objects.requireNonNull(lines.get(bound.queue().name()));
  }
}
