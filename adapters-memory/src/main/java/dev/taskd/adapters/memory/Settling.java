package dev.taskd.adapters.memory;

import dev.taskd.domain.job.Fate;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.task.Progress;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskFlow;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call that settles: all is decided before anything is written, so that it happens whole or not
 * at all. One thread at a time.
 */
final class Settling {
  private final TaskFlow flow;
  private final MemoryQueue queue;
  private final MemoryLeases leases;
  private final MemoryTasks tasks;
  private final Instant now;
  private final Map<JobId, Decision> decisions = new LinkedHashMap<>();

  Settling(TaskFlow flow, MemoryQueue queue, MemoryLeases leases, MemoryTasks tasks, Instant now) {
    this.flow = flow;
    this.queue = queue;
    this.leases = leases;
    this.tasks = tasks;
    this.now = now;
  }

  /**
   * @param due when the job is due again; null if it is not
   */
  private record Decision(
      Settlement settlement,
      MemoryJob job,
      Fate fate,
      @Nullable Instant due,
      @Nullable Progress progress) {}

  /** False if it is stale. */
  boolean decide(NodeId node, Settlement settlement) {
    MemoryJob job = queue.find(settlement.job().id());
    if (job == null) {
      return false;
    }
    Decision decided = decisions.get(job.id);
    if (decided != null) {
      return isSame(settlement, decided.settlement);
    }
    if (!leases.isOpen(node, settlement.job())) {
      return node.equals(settlement.job().lease().node()) && isSame(settlement, job.lastSettled);
    }
    Task task = tasks.find(job.asked.task());
    Progress progress =
        task == null
            ? null
            : flow.settled(task, settlement, Objects.requireNonNull(job.startedAt), now);
    if (progress != null) {
      Texts.check(progress);
    }
    Fate fate = Fate.of(settlement.job(), TaskFlow.ruling(task, settlement));
    Instant due = fate.state() == JobState.PENDING ? Micros.cut(now.plus(fate.delay())) : null;
    decisions.put(job.id, new Decision(settlement, job, fate, due, progress));
    return true;
  }

  private static boolean isSame(Settlement settlement, @Nullable Settlement recorded) {
    return recorded != null
        && recorded.job().lease().equals(settlement.job().lease())
        && recorded.job().attempt() == settlement.job().attempt()
        && recorded.verdict().equals(settlement.verdict());
  }

  void write() {
    decisions.values().forEach(this::write);
  }

  private void write(Decision decision) {
    MemoryJob job = decision.job;
    leases.close(decision.settlement.job());
    job.lastSettled = decision.settlement;
    move(job, decision);
    if (decision.progress != null) {
      tasks.write(decision.progress, now);
    }
  }

  private void move(MemoryJob job, Decision decision) {
    Fate fate = decision.fate;
    job.attempts = fate.attempts();
    job.crashes = fate.crashes();
    job.maxAttempts = fate.maxAttempts();
    if (fate.failure() != null) {
      job.lastError = fate.failure();
    }
    if (decision.due == null) {
      Instant startedAt = decision.settlement.isOfStarted() ? job.startedAt : null;
      queue.end(job, fate.state(), startedAt, now);
    } else {
      queue.makePending(job, decision.due, now);
    }
  }
}
