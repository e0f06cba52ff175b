package dev.taskd.adapters.postgres;

import static dev.taskd.adapters.postgres.schema.Tables.DEAD;
import static dev.taskd.adapters.postgres.schema.Tables.FAILURE;
import static dev.taskd.adapters.postgres.schema.Tables.FINISHED;
import static dev.taskd.adapters.postgres.schema.Tables.JOB;
import static dev.taskd.adapters.postgres.schema.Tables.READY;
import static dev.taskd.adapters.postgres.schema.Tables.RUNNING;

import dev.taskd.domain.job.DeadQuery;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.Topic;
import java.util.Objects;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record1;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.impl.DSL;

/**
 * Which jobs a query is for: the ids of a page. A page walks down the place of its state by id, or,
 * where most jobs are, down its topics, and looks nothing up but by primary key. Limits are written
 * into the statement: the planner would take unknown ones for large.
 */
final class JobPages {
  private static final Condition ANY = DSL.noCondition();

  private static final Condition IS_DONE =
      DSL.field(
              DSL.select(DSL.field(FINISHED.CANCELLED.isFalse()))
                  .from(FINISHED)
                  .where(FINISHED.ID.eq(JOB.ID)))
          .isTrue();

  private static final Field<String> DIED_OF =
      DSL.field(
          DSL.select(FAILURE.KIND)
              .from(FAILURE)
              .where(FAILURE.JOB_ID.eq(DEAD.ID))
              .and(FAILURE.ATTEMPT.eq(DEAD.ATTEMPT)));

  private JobPages() {}

  /** Newest first. */
  static Select<Record1<Long>> of(JobQuery query) {
    if (query.state() == null) {
      return isOfTopics(query) ? walkTopics(query, ANY) : walk(query, JOB, JOB.ID, JOB.TOPIC, ANY);
    }
    return switch (query.state()) {
      case PENDING -> walk(query, READY, READY.ID, READY.TOPIC, ANY);
      case RUNNING -> walk(query, RUNNING, RUNNING.JOB, topicOf(RUNNING.JOB), ANY);
      case WAITING -> DSL.select(JOB.ID).from(JOB).where(DSL.falseCondition());
      case DONE ->
          isOfTopics(query)
              ? walkTopics(query, IS_DONE)
              : walk(
                  query, FINISHED, FINISHED.ID, topicOf(FINISHED.ID), FINISHED.CANCELLED.isFalse());
      case DEAD -> walk(query, DEAD, DEAD.ID, topicOf(DEAD.ID), ANY);
      case CANCELLED ->
          walk(query, FINISHED, FINISHED.ID, topicOf(FINISHED.ID), FINISHED.CANCELLED.isTrue());
    };
  }

  /** Those that were added first ahead. */
  static Select<Record1<Long>> of(DeadQuery query) {
    return DSL.select(DEAD.ID)
        .from(DEAD)
        .where(query.above() == null ? ANY : DEAD.ID.gt(query.above().value()))
        .and(query.topic() == null ? ANY : topicOf(DEAD.ID).eq(query.topic().name()))
        .and(query.kind() == null ? ANY : DIED_OF.eq(query.kind().code()))
        .orderBy(DEAD.ID)
        .limit(DSL.inline(query.limit()));
  }

  private static boolean isOfTopics(JobQuery query) {
    return query.topics() != null && !query.others();
  }

  private static Select<Record1<Long>> walk(
      JobQuery query, Table<?> place, Field<Long> id, Field<String> topic, Condition condition) {
    return DSL.select(id)
        .from(place)
        .where(condition)
        .and(isBelow(query, id))
        .and(isOfTopic(query, topic))
        .orderBy(id.desc())
        .limit(DSL.inline(query.limit()));
  }

  private static Select<Record1<Long>> walkTopics(JobQuery query, Condition condition) {
    Table<?> asked = DSL.unnest(names(query)).as("asked", "topic");
    Field<String> topic = DSL.field(DSL.name("asked", "topic"), String.class).collate("C");
    Table<Record1<Long>> newest =
        DSL.lateral(
                DSL.select(JOB.ID)
                    .from(JOB)
                    .where(JOB.TOPIC.eq(topic))
                    .and(isBelow(query, JOB.ID))
                    .and(condition)
                    .orderBy(JOB.ID.desc())
                    .limit(DSL.inline(query.limit())))
            .as("newest");
    Field<Long> id = Objects.requireNonNull(newest.field(JOB.ID));
    return DSL.select(id).from(asked, newest).orderBy(id.desc()).limit(DSL.inline(query.limit()));
  }

  private static Condition isBelow(JobQuery query, Field<Long> id) {
    return query.below() == null ? ANY : id.lt(query.below().value());
  }

  private static Condition isOfTopic(JobQuery query, Field<String> topic) {
    if (query.topics() == null) {
      return ANY;
    }
    return query.others() ? topic.ne(DSL.all(names(query))) : topic.eq(DSL.any(names(query)));
  }

  private static String[] names(JobQuery query) {
    return Objects.requireNonNull(query.topics()).stream().map(Topic::name).toArray(String[]::new);
  }

  private static Field<String> topicOf(Field<Long> id) {
    return DSL.field(DSL.select(JOB.TOPIC).from(JOB).where(JOB.ID.eq(id)));
  }
}
