package dev.taskd.testkit;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the threads of a {@link Race} did and were answered. Thread-safe. */
final class RaceLedger {
  /** Of the claims of one job, later ones have leases of higher ids. */
  static final Comparator<ClaimedJob> IN_ORDER =
      Comparator.comparingLong(claim -> claim.lease().id());

  private final Queue<ClaimedJob> claims = new ConcurrentLinkedQueue<>();
  private final Map<Part, Queue<Sent>> sent = new ConcurrentHashMap<>();
  private final Map<JobId, Integer> revivals = new ConcurrentHashMap<>();
  private final Set<TaskId> cancelled = ConcurrentHashMap.newKeySet();

  /** One job's part in a lease. */
  private record Part(long lease, int position) {
    static Part of(ClaimedJob job) {
      return new Part(job.lease().id(), job.position());
    }
  }

  /**
   * One verdict that was sent.
   *
   * @param again it was sent before
   */
  record Sent(Verdict verdict, boolean again, boolean stale) {}

  void claimed(Collection<ClaimedJob> jobs) {
    claims.addAll(jobs);
  }

  void sent(List<Settlement> settlements, boolean again, Set<Integer> stale) {
    for (int i = 0; i < settlements.size(); i++) {
      sent.computeIfAbsent(Part.of(settlements.get(i).job()), part -> new ConcurrentLinkedQueue<>())
          .add(new Sent(settlements.get(i).verdict(), again, stale.contains(i)));
    }
  }

  void revived(JobId job) {
    revivals.merge(job, 1, Integer::sum);
  }

  void cancelled(TaskId task) {
    cancelled.add(task);
  }

  Collection<ClaimedJob> claims() {
    return claims;
  }

  List<Sent> sentOf(ClaimedJob claim) {
    return new ArrayList<>(sent.getOrDefault(Part.of(claim), new ConcurrentLinkedQueue<>()));
  }

  int revivalsOf(JobId job) {
    return revivals.getOrDefault(job, 0);
  }

  boolean isCancelled(TaskId task) {
    return cancelled.contains(task);
  }

  /** How lively the race was. */
  String summary() {
    return "claims %d, verdicts sent %d, of them stale %d, dead jobs retried %d, tasks cancelled %d"
        .formatted(
            claims.size(),
            sent.values().stream().mapToInt(Queue::size).sum(),
            sent.values().stream().flatMap(Queue::stream).filter(Sent::stale).count(),
            revivals.values().stream().mapToInt(Integer::intValue).sum(),
            cancelled.size());
  }
}
