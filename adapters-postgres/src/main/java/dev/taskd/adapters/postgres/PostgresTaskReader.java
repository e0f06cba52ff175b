package dev.taskd.adapters.postgres;

import static dev.taskd.adapters.postgres.schema.Tables.JOB;
import static dev.taskd.adapters.postgres.schema.Tables.READY;
import static dev.taskd.adapters.postgres.schema.Tables.RUNNING;
import static dev.taskd.adapters.postgres.schema.Tables.TASK;
import static dev.taskd.adapters.postgres.schema.Tables.TIMELINE;

import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.TaskReader;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskQuery;
import dev.taskd.domain.task.TaskState;
import dev.taskd.domain.task.TimelineEntry;
import dev.taskd.domain.task.TimelineEntry.What;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.Record;
import org.jooq.Select;
import org.jooq.SelectConditionStep;
import org.jooq.SelectJoinStep;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Looks at the tasks in tables. */
public final class PostgresTaskReader implements TaskReader {
  /** A look-up for each task in turn, which the planner cannot make a join of. */
  private static final Condition IS_READY =
      DSL.field(DSL.select(DSL.inline(true)).from(READY).where(READY.ID.eq(TASK.JOB_ID))).isTrue();

  private final Database database;

  public PostgresTaskReader(Database database) {
    this.database = database;
  }

  @Override
  public Optional<Task> find(TaskId id) {
    return database.run(connection -> Tasks.find(connection, id));
  }

  @Override
  public List<Task> list(TaskQuery query) {
    Select<?> page = page(query);
    return database.run(connection -> Tasks.shown(connection, page));
  }

  /** The limit is written into the statement: the planner would take an unknown one for large. */
  private static Select<?> page(TaskQuery query) {
    return inState(query.state())
        .and(query.type() == null ? DSL.noCondition() : TASK.TYPE.eq(query.type()))
        .and(query.after() == null ? DSL.noCondition() : isAfter(query.after()))
        .orderBy(TASK.CREATED_AT.desc(), TASK.ID.desc())
        .limit(DSL.inline(query.limit()));
  }

  private static SelectConditionStep<Record> inState(@Nullable TaskState state) {
    SelectJoinStep<Record> all = DSL.select(TASK.fields()).from(TASK);
    if (state == null) {
      return all.where(DSL.noCondition());
    }
    Condition stored = TASK.STATE.eq(DSL.inline(Rows.stateOf(state)));
    return switch (state) {
      case RUNNING -> running().where(stored);
      case PENDING -> all.where(stored).and(IS_READY);
      case WAITING, SUCCEEDED, FAILED, CANCELLED -> all.where(stored);
    };
  }

  /** From the leases on: what runs is little, whatever else there is. */
  private static SelectJoinStep<Record> running() {
    return DSL.select(TASK.fields())
        .from(RUNNING)
        .join(JOB)
        .on(JOB.ID.eq(RUNNING.JOB))
        .join(TASK)
        .on(TASK.ID.eq(JOB.TASK_ID).and(TASK.JOB_ID.eq(JOB.ID)));
  }

  private static Condition isAfter(TaskQuery.Place place) {
    return DSL.row(TASK.CREATED_AT, TASK.ID).lessThan(place.createdAt(), place.id().value());
  }

  @Override
  public List<TimelineEntry> timeline(TaskId id) {
    return database.run(
        connection ->
            TimelineEntry.inOrder(
                Database.sql(connection)
                    .select(TIMELINE.fields())
                    .from(TIMELINE)
                    .where(TIMELINE.TASK_ID.eq(id.value()))
                    .unionAll(underWay(id))
                    .orderBy(DSL.field(DSL.name("seq")).asc().nullsLast())
                    .fetch(Rows::timelineEntry)));
  }

  /** That the attempt under way was started, which is not in the timeline yet. */
  private static Select<?> underWay(TaskId id) {
    return DSL.select(
            TASK.ID,
            DSL.castNull(TIMELINE.SEQ),
            RUNNING.CLAIMED_AT,
            DSL.inline(What.STARTED.code()),
            DSL.arrayGet(TASK.STEPS, TASK.STEP.plus(1)),
            RUNNING.ATTEMPT,
            DSL.castNull(TIMELINE.ERROR_KIND),
            DSL.castNull(TIMELINE.MESSAGE),
            DSL.castNull(TIMELINE.UNTIL))
        .from(TASK)
        .join(RUNNING)
        .on(RUNNING.JOB.eq(TASK.JOB_ID))
        .where(TASK.ID.eq(id.value()));
  }
}
