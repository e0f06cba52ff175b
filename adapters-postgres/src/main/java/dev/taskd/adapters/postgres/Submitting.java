package dev.taskd.adapters.postgres;

import static dev.taskd.adapters.postgres.schema.Tables.TASK;

import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.port.TaskStore.Kept;
import dev.taskd.domain.port.TaskStore.Submission;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.NewTask.Idempotency;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskFlow;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.BatchBindStep;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** One submission of tasks. One thread at a time. */
final class Submitting {
  /** How often a submission begins again because others came in with its keys at that moment. */
  private static final int TRIES = 5;

  private final Database database;
  private final TaskFlow flow;
  private final Adding adding;
  private final List<NewTask> asked;

  Submitting(Database database, TaskFlow flow, Adding adding, List<NewTask> asked) {
    this.database = database;
    this.flow = flow;
    this.adding = adding;
    this.asked = asked;
  }

  /** Thrown to roll back: a key that was free when it was looked up is taken, or the reverse. */
  private static final class Overtaken extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** A task that has a key, from before or from this very list. */
  private record Owner(TaskId task, @Nullable String fingerprint) {}

  /** A task to be kept and what was asked for. */
  private record Created(Task task, NewTask asked) {
    @Nullable String key() {
      return asked.idempotency() == null ? null : asked.idempotency().key();
    }

    @Nullable String fingerprint() {
      return asked.idempotency() == null ? null : asked.idempotency().fingerprint();
    }
  }

  Submission submit() {
    for (int tries = 1; ; tries++) {
      try {
        return database.transact(this::submit);
      } catch (Overtaken e) {
        if (tries == TRIES) {
          throw new StoreException.Unavailable("others keep coming in with the same keys", e);
        }
      }
    }
  }

  private Submission submit(Connection connection) throws SQLException {
    Map<String, Owner> owners = ownersOfKeys(connection);
    SortedSet<Integer> reused = new TreeSet<>();
    Map<TaskId, NewTask> fresh = new LinkedHashMap<>();
    List<TaskId> answers = new ArrayList<>();
    for (NewTask task : asked) {
      Idempotency idempotency = task.idempotency();
      Owner self = new Owner(task.id(), idempotency == null ? null : idempotency.fingerprint());
      Owner owner = idempotency == null ? null : owners.putIfAbsent(idempotency.key(), self);
      if (owner == null) {
        fresh.put(task.id(), task);
      } else if (!Objects.equals(owner.fingerprint(), self.fingerprint())) {
        reused.add(answers.size());
      }
      answers.add(owner == null ? task.id() : owner.task());
    }
    return reused.isEmpty()
        ? accepted(connection, fresh, answers)
        : new Submission.KeyReused(reused);
  }

  private Map<String, Owner> ownersOfKeys(Connection connection) {
    String[] keys =
        asked.stream()
            .flatMap(task -> Stream.ofNullable(task.idempotency()))
            .map(Idempotency::key)
            .toArray(String[]::new);
    Map<String, Owner> owners = new HashMap<>();
    if (keys.length > 0) {
      Database.sql(connection)
          .select(TASK.IDEMPOTENCY_KEY, TASK.ID, TASK.FINGERPRINT)
          .from(TASK)
          .where(TASK.IDEMPOTENCY_KEY.eq(DSL.any(keys)))
          .forEach(
              row -> owners.put(row.value1(), new Owner(new TaskId(row.value2()), row.value3())));
    }
    return owners;
  }

  private Submission accepted(
      Connection connection, Map<TaskId, NewTask> fresh, List<TaskId> answers) throws SQLException {
    Map<TaskId, Task> tasks = new HashMap<>();
    create(connection, fresh.values()).forEach(task -> tasks.put(task.id(), task));
    UUID[] known =
        answers.stream()
            .filter(id -> !fresh.containsKey(id))
            .map(TaskId::value)
            .toArray(UUID[]::new);
    if (known.length > 0) {
      Tasks.shown(connection, TASK.ID.eq(DSL.any(known)))
          .forEach(task -> tasks.put(task.id(), task));
    }
    List<Kept> kept = new ArrayList<>();
    for (int place = 0; place < answers.size(); place++) {
      TaskId id = answers.get(place);
      Task task = tasks.get(id);
      if (task == null) {
        throw new Overtaken();
      }
      kept.add(new Kept(task, id.equals(asked.get(place).id())));
    }
    return new Submission.Accepted(kept);
  }

  private List<Task> create(Connection connection, Collection<NewTask> fresh) throws SQLException {
    if (fresh.isEmpty()) {
      return List.of();
    }
    Instant now = Database.now(connection);
    Moves moves = new Moves();
    fresh.forEach(task -> moves.add(flow.created(atMicros(task), now)));
    List<Task> tasks = moves.tasks(adding.add(connection, moves.jobs()));
    insert(connection, tasks, fresh);
    moves.tell(connection);
    return tasks;
  }

  /** What the database keeps of a time, so that a task is answered as it will be found. */
  private static NewTask atMicros(NewTask task) {
    return new NewTask(
        task.id(),
        task.type(),
        task.input(),
        task.priority(),
        task.runAt() == null ? null : task.runAt().truncatedTo(ChronoUnit.MICROS),
        task.maxAttempts(),
        task.metadata(),
        task.idempotency());
  }

  /** In order of their keys: two submissions with the same keys wait for each other in turn. */
  private static void insert(Connection connection, List<Task> tasks, Collection<NewTask> fresh) {
    List<Created> rows = new ArrayList<>();
    Iterator<NewTask> asked = fresh.iterator();
    tasks.forEach(task -> rows.add(new Created(task, asked.next())));
    rows.sort(Comparator.comparing(Created::key, Comparator.nullsFirst(Comparator.naturalOrder())));
    DSLContext sql = Database.sql(connection);
    BatchBindStep batch = sql.batch(insertion(sql));
    for (Created row : rows) {
      batch = batch.bind(values(row));
    }
    if (Arrays.stream(batch.execute()).anyMatch(inserted -> inserted == 0)) {
      throw new Overtaken();
    }
  }

  private static final List<Field<?>> COLUMNS =
      List.of(
          TASK.ID,
          TASK.TYPE,
          TASK.STATE,
          TASK.INPUT,
          TASK.ATTEMPTS,
          TASK.MAX_ATTEMPTS,
          TASK.PRIORITY,
          TASK.METADATA,
          TASK.STEPS,
          TASK.STEP,
          TASK.JOB_ID,
          TASK.ENDS,
          TASK.CANCEL_REQUESTED,
          TASK.IDEMPOTENCY_KEY,
          TASK.FINGERPRINT,
          TASK.CREATED_AT,
          TASK.RUN_AT);

  private static Query insertion(DSLContext sql) {
    return sql.insertInto(TASK)
        .columns(COLUMNS)
        .values(Collections.nCopies(COLUMNS.size(), null))
        .onConflict(TASK.IDEMPOTENCY_KEY)
        .doNothing();
  }

  private static @Nullable Object[] values(Created row) {
    Task task = row.task();
    return new @Nullable Object[] {
      task.id().value(),
      task.type(),
      Rows.stateOf(task.state()),
      task.input(),
      task.attempts(),
      task.maxAttempts(),
      Rows.code(task.priority()),
      task.metadata(),
      task.steps().toArray(String[]::new),
      task.step(),
      task.job() == null ? null : task.job().value(),
      task.ends(),
      task.cancelRequested(),
      row.key(),
      row.fingerprint(),
      task.createdAt(),
      task.runAt()
    };
  }
}
