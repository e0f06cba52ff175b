package dev.taskd.adapters.postgres;

/**
 * The statements that remove what ended long ago, a page at a time in order of id. Each answers how
 * many it removed, and the last id of the page if another may follow: not after one that is younger
 * than the age asked for, since what comes behind is younger still.
 *
 * <p>What keeps them on indexes, whatever the planner takes a page for: rows are found again by
 * {@code any (array)}, and {@code offset 0} keeps a look at each from becoming a join of all.
 */
final class Removals {
  /** Of tasks; it is over with a job when that is among those that finished. */
  static final String TASKS =
      """
      with asked as (
        select ?::uuid as after, ?::int as size, now() - ?::bigint * interval '1 us' as until),
      page as materialized (
        select id, created_at from taskd.task where id > (select after from asked)
        order by id limit (select size from asked)),
      old as materialized (
        select id from taskd.task
        where id = any (array (select id from page))
          and state in ('succeeded', 'failed', 'cancelled')
          and finished_at <= (select until from asked)
          and not exists (select from taskd.job where job.task_id = task.id
            and not exists (select from taskd.finished where finished.id = job.id offset 0)
            offset 0)
        for update of task skip locked),
      body as (
        delete from taskd.job where task_id = any (array (select id from old)) returning id),
      place as (delete from taskd.finished where id = any (array (select id from body))),
      failed as (delete from taskd.failure where job_id = any (array (select id from body))),
      told as (delete from taskd.timeline where task_id = any (array (select id from old))),
      gone as (delete from taskd.task where id = any (array (select id from old)) returning id)
      select (select count(*) from gone) as removed, (
        select id::text from page, asked
        where created_at <= until and (select count(*) from page) = size
        order by id desc limit 1) as last
      """;

  private static final String JOBS =
      """
      with asked as (
        select ?::bigint as after, ?::int as size, now() - ?::bigint * interval '1 us' as until),
      page as materialized (
        select id from taskd.%1$s where id > (select after from asked)
        order by id limit (select size from asked)),
      old as materialized (
        select id from taskd.%1$s
        where id = any (array (select id from page)) and at <= (select until from asked)%2$s
        for update skip locked),
      body as (delete from taskd.job where id = any (array (select id from old))),
      failed as (delete from taskd.failure where job_id = any (array (select id from old))),
      gone as (delete from taskd.%1$s where id = any (array (select id from old)) returning id)
      select (select count(*) from gone) as removed, (
        select page.id::text from page, asked, lateral (
          select created_at from taskd.job where job.id = page.id offset 0) body
        where page.id = (select max(id) from page) and (select count(*) from page) = size
          and created_at <= until) as last
      """;

  static final String FINISHED =
      JOBS.formatted(
          "finished",
          """

          and not exists (select from taskd.job join taskd.task on task.id = job.task_id
            where job.id = finished.id offset 0)\
          """);

  static final String DEAD = JOBS.formatted("dead", "");

  private Removals() {}
}
