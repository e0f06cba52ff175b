package dev.taskd.testkit;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobCounts;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.RetryRule;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.port.JobStore.Revival;
import dev.taskd.domain.port.TaskStore.Change;
import dev.taskd.domain.port.TaskStore.Kept;
import dev.taskd.domain.port.TaskStore.Submission;
import dev.taskd.domain.task.NewTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Everything that can be done to a store, done at the same time until nothing is left to do:
 * submitting, claiming, settling pieces of one lease from several threads and some of them twice,
 * taking jobs from nodes that live, retrying dead ones, cancelling.
 */
final class Race {
  private static final int SUBMITTERS = 2;
  private static final int CLAIMERS = 8;
  private static final int SETTLERS = 6;
  private static final int JOBS_PER_SUBMITTER = 600;
  private static final int TASKS = 150;
  private static final int REVIVALS = 60;
  static final int ALLOWANCE = 2;
  private static final Duration LIMIT = Duration.ofSeconds(90);

  final RaceLedger ledger = new RaceLedger();
  final List<JobId> added = Collections.synchronizedList(new ArrayList<>());
  final ConcurrentLinkedQueue<Kept> submitted = new ConcurrentLinkedQueue<>();

  /** Jobs are taken from these although they live. */
  final List<NodeId> haunted;

  private final StoreUnderTest store;
  private final RetryRule rule;
  private final long seed;
  private final List<NodeId> nodes;
  private final Topic[] topics;
  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
  private final Semaphore news = new Semaphore(0);
  private final AtomicInteger submitting = new AtomicInteger(SUBMITTERS);
  private final AtomicInteger revivals = new AtomicInteger(REVIVALS);
  private volatile boolean over;

  Race(StoreUnderTest store, RetryRule rule, long seed, List<Topic> topics) {
    this.store = store;
    this.rule = rule;
    this.seed = seed;
    this.topics = topics.toArray(Topic[]::new);
    this.nodes = IntStream.range(0, 4).mapToObj(i -> store.nodes().join()).toList();
    this.haunted = nodes.subList(2, 4);
  }

  /** Verdicts that are sent together. */
  private record Piece(NodeId node, List<Settlement> settlements, boolean again) {}

  void run() {
    List<Together.Work<Boolean>> works = new ArrayList<>();
    works.addAll(Collections.nCopies(SUBMITTERS, this::submit));
    works.addAll(Collections.nCopies(CLAIMERS, this::claim));
    works.addAll(Collections.nCopies(SETTLERS, this::settle));
    works.addAll(Collections.nCopies(2, this::revive));
    works.addAll(List.of(this::rescue, this::cancel, this::watch));
    Together.run(works.stream().map(this::stoppingAllIfItFails).toList());
  }

  private Together.Work<Boolean> stoppingAllIfItFails(Together.Work<Boolean> work) {
    return thread -> {
      boolean done = false;
      try {
        done = work.run(thread);
        return done;
      } finally {
        over |= !done;
      }
    };
  }

  private Random random(int thread) {
    return new Random(seed + thread);
  }

  private void tell() {
    if (news.availablePermits() == 0) {
      news.release(CLAIMERS);
    }
  }

  /** Waits for news; without them a moment. */
  private void pause() throws InterruptedException {
    news.tryAcquire(20, TimeUnit.MILLISECONDS);
  }

  private boolean submit(int thread) {
    Random random = random(thread);
    List<NewTask> tasks = new ArrayList<>(IntStream.range(0, TASKS).mapToObj(Race::task).toList());
    Collections.shuffle(tasks, random);
    int left = JOBS_PER_SUBMITTER;
    while (left > 0 || !tasks.isEmpty()) {
      List<NewJob> jobs = IntStream.range(0, Math.min(left, 25)).mapToObj(Race::job).toList();
      added.addAll(store.jobs().add(jobs));
      left -= jobs.size();
      List<NewTask> some = tasks.subList(0, Math.min(tasks.size(), 7));
      if (store.tasks().submit(List.copyOf(some)) instanceof Submission.Accepted(var kept)) {
        submitted.addAll(kept);
      }
      some.clear();
      tell();
    }
    submitting.decrementAndGet();
    return true;
  }

  private static NewJob job(int i) {
    return NewJob.of(i % 2 == 0 ? TestJobs.MAIL : TestJobs.REPORT, "{}", 1 + i % 5);
  }

  /** Each submitter sends each of these, under the same key. */
  private static NewTask task(int i) {
    return TestTasks.asked(
        i % 2 == 0 ? TestTasks.TRANSCODE : TestTasks.RESIZE, "key-" + i, "print");
  }

  private boolean claim(int thread) throws InterruptedException {
    Random random = random(thread);
    NodeId node = nodes.get(thread % nodes.size());
    while (!over) {
      int limit = 1 + random.nextInt(60);
      List<ClaimedJob> claimed = store.jobs().claim(node, List.of(TestJobs.demand(limit, topics)));
      ledger.claimed(claimed);
      cut(claimed, node, random);
      if (claimed.isEmpty()) {
        pause();
      }
    }
    return true;
  }

  private void cut(List<ClaimedJob> claimed, NodeId node, Random random) {
    List<Settlement> settlements = new ArrayList<>();
    claimed.forEach(job -> settlements.add(TestJobs.settlement(job, verdict(job, random))));
    Collections.shuffle(settlements, random);
    while (!settlements.isEmpty()) {
      int size = Math.min(settlements.size(), 1 + random.nextInt(20));
      List<Settlement> piece = settlements.subList(0, size);
      pieces.add(new Piece(node, List.copyOf(piece), false));
      piece.clear();
    }
  }

  private static Verdict verdict(ClaimedJob job, Random random) {
    int die = random.nextInt(100);
    if (die < 5) {
      return TestJobs.HANDED_BACK;
    }
    if (die < 10) {
      return TestJobs.SNOOZED_NOW;
    }
    if (die < 14) {
      return TestJobs.buried(ErrorKind.PERMANENT);
    }
    if (die < 28) {
      return job.attempt() < job.maxAttempts() ? TestJobs.RETRIED_NOW : TestJobs.BURIED;
    }
    return new Verdict.Finished("\"done\"");
  }

  private boolean settle(int thread) throws InterruptedException {
    Random random = random(thread);
    while (!over || !pieces.isEmpty()) {
      Piece piece = pieces.poll(20, TimeUnit.MILLISECONDS);
      if (piece != null) {
        send(piece);
        int die = piece.again ? 100 : random.nextInt(100);
        Piece again = new Piece(piece.node, piece.settlements, true);
        if (die < 5) {
          send(again);
        } else if (die < 10) {
          pieces.add(again);
        }
        tell();
      }
    }
    return true;
  }

  private void send(Piece piece) {
    ledger.sent(piece.settlements, piece.again, store.jobs().settle(piece.node, piece.settlements));
  }

  private boolean rescue(int thread) throws InterruptedException {
    Random random = random(thread);
    while (!over) {
      for (NodeId node : haunted) {
        List<Settlement> taken =
            store.jobs().held(node, null, 50).stream()
                .filter(job -> random.nextInt(4) == 0)
                .map(job -> TestJobs.settlement(job, rule.crashed(job)))
                .toList();
        ledger.sent(taken, false, store.jobs().settle(node, taken));
      }
      tell();
      pause();
    }
    return true;
  }

  /** Two of these look at the same dead jobs. */
  private boolean revive(int thread) throws InterruptedException {
    while (!over) {
      for (Job dead : dead(5)) {
        if (revivals.get() > 0 && store.jobs().retry(dead.id(), ALLOWANCE) == Revival.RETRIED) {
          revivals.decrementAndGet();
          ledger.revived(dead.id());
        }
      }
      tell();
      pause();
    }
    return true;
  }

  private List<Job> dead(int limit) {
    return store.jobReader().list(new JobQuery(JobState.DEAD, null, false, limit, null));
  }

  private boolean cancel(int thread) throws InterruptedException {
    Random random = random(thread);
    while (!over) {
      for (Kept kept : submitted) {
        TaskId task = kept.task().id();
        if (random.nextInt(15) == 0 && store.tasks().cancel(task) instanceof Change.Changed) {
          ledger.cancelled(task);
        }
      }
      pause();
    }
    return true;
  }

  /** Ends the race when all is submitted, nothing pending or in hand, and nobody retries. */
  private boolean watch(int thread) throws InterruptedException {
    long start = System.nanoTime();
    while (!over) {
      pause();
      boolean last = submitting.get() == 0 && (revivals.get() <= 0 || dead(1).isEmpty());
      JobCounts counts = store.jobReader().counts();
      over |= last && counts.pending() + counts.running() == 0;
      if (System.nanoTime() - start > LIMIT.toNanos()) {
        throw new AssertionError("not over after " + LIMIT + ": " + counts);
      }
    }
    return true;
  }
}
