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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How verdicts are recorded. Thread-safe.
 *
 * <p>Verdicts on jobs that move no task are one statement, and so one transaction. With one that
 * moves a task, a transaction locks first the leases and then the tasks, each in order of id,
 * decides by what it has locked, and writes.
 */
final class Settling {
  private final Database database;
  private final TaskFlow flow;
  private final Adding adding;
  private final int maxCrashes;

  Settling(Database database, TaskFlow flow, Adding adding, int maxCrashes) {
    this.database = database;
    this.flow = flow;
    this.adding = adding;
    this.maxCrashes = maxCrashes;
  }

  /** One job's part in a lease. */
  private record Part(long lease, int position) {}

  /** What a transaction did: what it recorded, and what it left to another one. */
  private record Round(Set<Integer> recorded, SortedMap<Integer, Settlement> putOff) {}

  /** The places of those that are stale. */
  Set<Integer> settle(NodeId node, List<Settlement> settlements) {
    SortedMap<Integer, Settlement> rest = new TreeMap<>();
    settlements.forEach(settlement -> rest.put(rest.size(), settlement));
    SortedMap<Integer, Settlement> sent = firstOfEachPart(rest);
    if (sent.values().stream().noneMatch(Settling::movesTask)) {
      rest.keySet().removeAll(record(node, sent));
    } else {
      Round first = database.transact(connection -> move(connection, node, sent, false));
      rest.keySet().removeAll(first.recorded());
      if (!first.putOff().isEmpty()) {
        Round last = database.transact(c -> move(c, node, first.putOff(), true));
        rest.keySet().removeAll(last.recorded());
      }
    }
    return rest.isEmpty() ? Set.of() : stale(rest);
  }

  private static SortedMap<Integer, Settlement> firstOfEachPart(
      SortedMap<Integer, Settlement> all) {
    Set<Part> seen = new HashSet<>();
    SortedMap<Integer, Settlement> first = new TreeMap<>();
    all.forEach(
        (place, settlement) -> {
          if (seen.add(new Part(settlement.job().lease().id(), settlement.job().position()))) {
            first.put(place, settlement);
          }
        });
    return first;
  }

  private static boolean movesTask(Settlement settlement) {
    return settlement.job().isStepOfTask();
  }

  private Set<Integer> record(NodeId node, SortedMap<Integer, Settlement> sent) {
    Recording recording = new Recording(maxCrashes);
    sent.forEach((place, settlement) -> recording.add(place, settlement, settlement.verdict()));
    return database.run(connection -> recording.write(connection, node));
  }

  /**
   * @param waits whether to wait for tasks that another transaction holds, or to put them off, so
   *     that one held row does not hold up all the others
   */
  private Round move(
      Connection connection, NodeId node, SortedMap<Integer, Settlement> sent, boolean waits)
      throws SQLException {
    Open open = Open.lock(connection, node, sent);
    Map<TaskId, Task> tasks = Tasks.lock(connection, tasksOf(open), waits);
    Recording recording = new Recording(maxCrashes);
    Moves moves = new Moves();
    SortedMap<Integer, Settlement> putOff = new TreeMap<>();
    open.parts()
        .forEach(
            (place, part) -> {
              Settlement settlement = part.settlement();
              Task task = movesTask(settlement) ? tasks.get(settlement.job().task()) : null;
              if (task == null && movesTask(settlement) && !waits) {
                putOff.put(place, settlement);
              } else {
                recording.add(place, settlement, TaskFlow.ruling(task, settlement));
                Progress progress =
                    task == null ? null : flow.settled(task, settlement, part.since(), open.now());
                if (progress != null) {
                  moves.add(progress);
                  tasks.put(progress.task().id(), progress.task());
                }
              }
            });
    moves.write(connection, adding);
    return new Round(recording.write(connection, node), putOff);
  }

  private static Set<TaskId> tasksOf(Open open) {
    return open.parts().values().stream()
        .map(Open.Part::settlement)
        .filter(Settling::movesTask)
        .map(settlement -> Objects.requireNonNull(settlement.job().task()))
        .collect(Collectors.toSet());
  }

  private Set<Integer> stale(SortedMap<Integer, Settlement> rest) {
    List<History> histories = database.run(connection -> History.of(connection, rest.values()));
    Set<Integer> stale = new HashSet<>();
    Iterator<History> history = histories.iterator();
    rest.forEach(
        (place, settlement) -> {
          if (!history.next().shows(settlement.verdict())) {
            stale.add(place);
          }
        });
    return stale;
  }
}
