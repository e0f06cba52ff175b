package dev.taskd.adapters.postgres;

import static dev.taskd.adapters.postgres.schema.Tables.DEAD;
import static dev.taskd.adapters.postgres.schema.Tables.FAILURE;
import static dev.taskd.adapters.postgres.schema.Tables.FINISHED;
import static dev.taskd.adapters.postgres.schema.Tables.JOB;
import static dev.taskd.adapters.postgres.schema.Tables.READY;
import static dev.taskd.adapters.postgres.schema.Tables.RUNNING;

import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.text.SafeText;
import java.sql.Connection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Jobs with what is known of them in their places, of which each is in exactly one. */
final class Jobs {
  private static final Table<?> LAST =
      DSL.lateral(
              DSL.select(FAILURE.KIND, FAILURE.MESSAGE)
                  .from(FAILURE)
                  .where(FAILURE.JOB_ID.eq(JOB.ID))
                  .orderBy(FAILURE.ATTEMPT.desc())
                  .limit(DSL.inline(1)))
          .as("last");

  private static final Field<String> ERROR_KIND = DSL.field(DSL.name("last", "kind"), String.class);
  private static final Field<String> ERROR_MESSAGE =
      DSL.field(DSL.name("last", "message"), String.class);

  private static final Field<Integer> ATTEMPTS =
      DSL.coalesce(READY.ATTEMPTS, RUNNING.ATTEMPT, DEAD.ATTEMPT, FINISHED.ATTEMPT).as("attempts");
  private static final Field<Integer> CRASHES =
      DSL.coalesce(READY.CRASHES, RUNNING.CRASHES, DEAD.CRASHES, DSL.inline(0)).as("crashes");
  private static final Field<Instant> STARTED_AT =
      DSL.coalesce(RUNNING.CLAIMED_AT, DEAD.STARTED_AT, FINISHED.STARTED_AT).as("started_at");
  private static final Field<Instant> FINISHED_AT =
      DSL.coalesce(DEAD.AT, FINISHED.AT).as("finished_at");

  private Jobs() {}

  static Optional<Job> find(Connection connection, JobId id) {
    return shown(connection, DSL.select(JOB.ID).from(JOB).where(JOB.ID.eq(id.value()))).stream()
        .findFirst();
  }

  /** The jobs with these ids, newest first. */
  static List<Job> shown(Connection connection, Select<Record1<Long>> ids) {
    Table<?> page = ids.asTable("page", "id");
    return Database.sql(connection)
        .select(JOB.fields())
        .select(READY.ID, READY.AVAILABLE_AT, RUNNING.JOB, RUNNING.NODE, DEAD.ID)
        .select(FINISHED.ID, FINISHED.CANCELLED, ERROR_KIND, ERROR_MESSAGE)
        .select(ATTEMPTS, CRASHES, STARTED_AT, FINISHED_AT)
        .from(page)
        .join(JOB)
        .on(JOB.ID.eq(page.field("id", Long.class)))
        .leftJoin(READY)
        .on(READY.ID.eq(JOB.ID))
        .leftJoin(RUNNING)
        .on(RUNNING.JOB.eq(JOB.ID))
        .leftJoin(DEAD)
        .on(DEAD.ID.eq(JOB.ID))
        .leftJoin(FINISHED)
        .on(FINISHED.ID.eq(JOB.ID))
        .leftJoin(LAST)
        .on(DSL.trueCondition())
        .orderBy(JOB.ID.desc())
        .fetch(Jobs::job);
  }

  private static Job job(Record row) {
    Long node = row.get(RUNNING.NODE);
    return new Job(
        new JobId(row.get(JOB.ID)),
        new Topic(row.get(JOB.TOPIC)),
        state(row),
        row.get(ATTEMPTS),
        row.get(JOB.MAX_ATTEMPTS),
        row.get(CRASHES),
        Rows.priority(row.get(JOB.PRIORITY)),
        row.get(JOB.PAYLOAD),
        lastError(row),
        Rows.taskId(row.get(JOB.TASK_ID)),
        node == null ? null : new NodeId(node),
        row.get(JOB.CREATED_AT),
        row.get(READY.AVAILABLE_AT),
        row.get(STARTED_AT),
        row.get(FINISHED_AT));
  }

  private static JobState state(Record row) {
    if (row.get(READY.ID) != null) {
      return JobState.PENDING;
    }
    if (row.get(RUNNING.JOB) != null) {
      return JobState.RUNNING;
    }
    if (row.get(DEAD.ID) != null) {
      return JobState.DEAD;
    }
    return row.get(FINISHED.CANCELLED) ? JobState.CANCELLED : JobState.DONE;
  }

  private static @Nullable Failure lastError(Record row) {
    String kind = row.get(ERROR_KIND);
    return kind == null
        ? null
        : new Failure(Rows.errorKind(kind), SafeText.of(row.get(ERROR_MESSAGE)));
  }
}
