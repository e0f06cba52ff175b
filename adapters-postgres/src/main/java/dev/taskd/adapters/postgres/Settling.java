package dev.taskd.adapters.postgres;

import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.task.Progress;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskFlow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One transaction that records verdicts: it locks the leases and then the tasks, each in order of
 * id, decides by what it has locked, and writes. One thread at a time, for one use.
 */
final class Settling {
  private final Connection connection;
  private final TaskFlow flow;
  private final Adding adding;
  private final NodeId node;
  private final Leases leases;
  private final Recording recording;
  private final Moves moves = new Moves();
  private final SortedMap<Integer, Settlement> closed = new TreeMap<>();
  private final SortedMap<Integer, Settlement> putOff = new TreeMap<>();

  /**
   * What a transaction did not record.
   *
   * @param stale because their jobs had been taken from the node
   * @param putOff because another transaction holds their tasks
   */
  record Rest(Set<Integer> stale, SortedMap<Integer, Settlement> putOff) {}

  Settling(
      Connection connection,
      TaskFlow flow,
      Adding adding,
      int maxCrashes,
      NodeId node,
      SortedMap<Integer, Settlement> sent)
      throws SQLException {
    this.connection = connection;
    this.flow = flow;
    this.adding = adding;
    this.node = node;
    this.leases = Leases.lock(connection, sent.values());
    this.recording = new Recording(maxCrashes);
  }

  /**
   * @param waits whether to wait for tasks that another transaction holds, or to put them off, so
   *     that one held row does not hold up all the others
   */
  Rest settle(SortedMap<Integer, Settlement> sent, boolean waits) throws SQLException {
    Map<TaskId, Task> tasks = Tasks.lock(connection, stepsOf(sent), waits);
    sent.forEach(
        (place, settlement) -> {
          if (!leases.isOpen(node, settlement.job())) {
            closed.put(place, settlement);
          } else if (!waits && isStep(settlement) && !tasks.containsKey(settlement.job().task())) {
            putOff.put(place, settlement);
          } else {
            record(settlement, tasks);
          }
        });
    write();
    return new Rest(stale(), putOff);
  }

  private Set<TaskId> stepsOf(SortedMap<Integer, Settlement> sent) {
    return sent.values().stream()
        .filter(settlement -> leases.isOpen(node, settlement.job()))
        .filter(Settling::isStep)
        .map(settlement -> Objects.requireNonNull(settlement.job().task()))
        .collect(Collectors.toSet());
  }

  private static boolean isStep(Settlement settlement) {
    return settlement.job().isStepOfTask();
  }

  private void record(Settlement settlement, Map<TaskId, Task> tasks) {
    Task task = isStep(settlement) ? tasks.get(settlement.job().task()) : null;
    recording.add(settlement, TaskFlow.ruling(task, settlement), leases.now());
    leases.settle(settlement.job());
    if (task != null) {
      Progress progress = flow.settled(task, settlement, leases.now());
      if (progress != null) {
        moves.add(progress);
        tasks.put(task.id(), progress.task());
      }
    }
  }

  private void write() throws SQLException {
    if (leases.areTouched()) {
      boolean due = moves.write(connection, adding);
      recording.write(connection, leases);
      if (due || recording.anyDue()) {
        Sql.execute(connection, Statements.NUDGE);
      }
    }
  }

  /** Looks after writing, so that it knows what this very call holds twice. */
  private Set<Integer> stale() throws SQLException {
    Set<Integer> stale = new HashSet<>();
    if (!closed.isEmpty()) {
      Iterator<History> histories = History.of(connection, closed.values()).iterator();
      closed.forEach(
          (place, settlement) -> {
            History history = histories.next();
            if (!leases.isOver(node, settlement.job()) || !history.shows(settlement.verdict())) {
              stale.add(place);
            }
          });
    }
    return stale;
  }
}
