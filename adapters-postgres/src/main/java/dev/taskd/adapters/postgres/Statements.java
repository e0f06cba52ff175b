package dev.taskd.adapters.postgres;

/**
 * The statements whose every word matters, because of their plan or of what they lock. ADR 8 says
 * why they are as they are.
 */
final class Statements {
  /**
   * Takes due jobs: deletes them from {@code ready} and keeps them under a new lease.
   *
   * <p>It looks twice. First without a lock: of which lanes the jobs that are next come, merged
   * over topics in order, and how many of each. Then it takes so many of each lane, stepping over
   * what another claim holds. Locking while merging would lock a full batch of every topic.
   *
   * <p>Of caution 2, alone, one is taken ahead of all others: its node cannot wait idle for its
   * turn.
   *
   * <p>What keeps it on the index: equality on all of the lane, a constant limit inside, and no
   * join, the rows being found again by ctid. Levels of priority are tried in order, and no further
   * than needed.
   *
   * <p>The node's own row is locked, so that it cannot be signed off before the lease is there for
   * those who take over from it; without the row nothing is taken.
   *
   * <p>Returns at least one row: with {@code wanted}, and no lease if nothing was taken.
   */
  static final String CLAIM =
      """
      with self as materialized (select id from taskd.node where id = ? for key share),
      wanted as materialized (
        select chosen.topic, chosen.caution, chosen.priority, count(*) as room
        from self
        cross join unnest(?::int[]) with ordinality as demand (room, number)
        cross join lateral (
          select best.*
          from unnest(?::int[], ?::smallint[], ?::int[]) as share (demand, caution, room)
          cross join lateral (
            select due.*
            from unnest('{0,1,2}'::smallint[]) as level (priority)
            cross join lateral (
              select served.topic, share.caution, level.priority, next.available_at, next.id
              from unnest(?::int[], ?::text[]) as served (demand, topic)
              cross join lateral (
                select * from (
                  select r.available_at, r.id from taskd.ready r
                  where r.topic = served.topic collate "C" and r.caution = share.caution
                    and r.priority = level.priority and r.available_at <= now()
                  order by r.available_at, r.id limit 1000) lane
                limit share.room) next
              where served.demand = demand.number
              order by next.available_at, next.id limit share.room) due
            limit share.room) best
          where share.demand = demand.number
          order by best.caution = 2 desc, best.priority, best.available_at, best.id
          limit demand.room) chosen
        group by chosen.topic, chosen.caution, chosen.priority),
      taken as (
        delete from taskd.ready where ctid = any (array(
          select next.ctid
          from wanted
          cross join lateral (
            select * from (
              select r.ctid from taskd.ready r
              where r.topic = wanted.topic collate "C" and r.caution = wanted.caution
                and r.priority = wanted.priority and r.available_at <= now()
              order by r.available_at, r.id limit 1000 for update skip locked) lane
            limit wanted.room) next))
        returning id, topic, caution, priority, available_at, attempts, crashes),
      numbered as (
        select
          row_number() over (order by caution < 2, priority, available_at, id) - 1 as position,
          id, topic, caution, least(attempts::bigint + 1, 2147483647)::int as attempt, crashes
        from taken),
      held as (
        insert into taskd.lease (node, settled, ids, attempts, crashes)
        select self.id, repeat('0', count(*)::int)::varbit, array_agg(n.id order by n.position),
          array_agg(n.attempt order by n.position), array_agg(n.crashes order by n.position)
        from numbered n cross join self group by self.id
        returning id)
      select total.wanted, claimed.*
      from (select coalesce(sum(room), 0) as wanted from wanted) total
      left join (
        select held.id as lease, n.position, n.id, n.topic, n.caution, n.attempt, n.crashes,
          body.max_attempts, coalesce(body.payload, asked.input) as payload, body.task_id, body.key
        from numbered n
        cross join held
        cross join lateral (
          select max_attempts, payload, task_id, key,
            case when payload is null then task_id end as step_of
          from taskd.job where job.id = n.id offset 0) body
        left join lateral (
          select input from taskd.task where task.id = body.step_of offset 0) asked on true) claimed
        on true
      order by claimed.position
      """;

  /**
   * A node beats: its own row comes back if it has one, those of the others, and without a beat
   * those that hold something and have none.
   */
  static final String BEAT =
      """
      with self as (
        update taskd.node set beat = beat + 1 where id = ? returning id, beat)
      select id as node, beat from self
      union all
      select id, beat from taskd.node where id not in (select id from self)
      union all
      select distinct node, null::bigint from taskd.lease
      where not exists (select from taskd.node where node.id = lease.node)
      """;

  /** What a node holds and has not settled, from after one lease and position on. */
  static final String HELD =
      """
      select r.lease, r.position, r.id, body.topic, r.attempt, r.crashes,
        body.max_attempts, coalesce(body.payload, asked.input) as payload, body.task_id, body.key
      from (
        select lease, position, job as id, attempt, crashes from taskd.running
        where node = ? and lease >= ? and (lease, position) > (?, ?)
        order by lease, position limit ?) r
      cross join lateral (
        select topic, max_attempts, payload, task_id, key,
          case when payload is null then task_id end as step_of
        from taskd.job where job.id = r.id offset 0) body
      left join lateral (
        select input from taskd.task where task.id = body.step_of offset 0) asked on true
      order by r.lease, r.position
      """;

  /**
   * How long until the next job that is not due, whether one that runs alone is due, and which
   * queues are paused.
   */
  static final String OUTLOOK =
      """
      select
        (extract(epoch from min(lane.next_due) - now()) * 1000000)::bigint as micros,
        bool_or(lane.caution = 2 and lane.is_due) as alone,
        array(select name from taskd.paused_queue) as paused
      from (
        select c.caution,
          (select r.available_at from taskd.ready r
            where r.topic = t.topic collate "C" and r.caution = c.caution
              and r.priority = p.priority and r.available_at > now()
            order by r.available_at limit 1) as next_due,
          c.caution = 2 and exists (select from taskd.ready r
            where r.topic = t.topic collate "C" and r.caution = c.caution
              and r.priority = p.priority and r.available_at <= now()) as is_due
        from unnest(?::text[]) as t (topic)
        cross join unnest('{0,1,2}'::smallint[]) as c (caution)
        cross join unnest('{0,1,2}'::smallint[]) as p (priority)) lane
      """;

  /**
   * Locks leases in order of id and tells which parts of them are open. Whoever settles has the
   * lease's row first, and decides by what it then reads in it.
   */
  static final String OPEN_PARTS =
      """
      with held as materialized (
        select id, claimed_at, settled, ids || '{}' as ids, attempts || '{}' as attempts
        from taskd.lease
        where id = any (?::bigint[]) and node = ? order by id for no key update)
      select s.place, held.claimed_at, now() as now
      from unnest(?::int[], ?::bigint[], ?::int[], ?::bigint[], ?::int[])
        as s (place, lease, position, id, attempt)
      join held on held.id = s.lease
      where case when held.ids[s.position + 1] = s.id and held.attempts[s.position + 1] = s.attempt
        then get_bit(held.settled, s.position) = 0 end
      """;

  /** What was recorded of attempts before. */
  static final String HISTORY =
      """
      select r.job is not null as in_hand, f.id is not null as ended,
        coalesce(f.cancelled, false) as cancelled, e.kind
      from unnest(?::bigint[], ?::int[]) with ordinality as a (id, attempt, place)
      left join taskd.running r on r.job = a.id and r.attempt = a.attempt
      left join taskd.finished f on f.id = a.id and f.attempt = a.attempt
      left join taskd.failure e on e.job_id = a.id and e.attempt = a.attempt
      order by a.place
      """;

  /**
   * Moves jobs from their leases to where their verdicts put them: fate 0 and 1 are done and
   * cancelled, 2 is dead, 3 is ready. Returns what was open, and so is recorded now.
   *
   * <p>Every branch decides by the row that is locked first, never by one that it reads itself.
   */
  static final String RECORD =
      """
      with held as materialized (
        select id, claimed_at, settled, ids || '{}' as ids, attempts || '{}' as attempts
        from taskd.lease
        where id = any (?::bigint[]) and node = ? order by id for no key update),
      open as materialized (
        select s.*, held.claimed_at
        from unnest(?::int[], ?::bigint[], ?::int[], ?::bigint[], ?::int[], ?::smallint[],
            ?::boolean[], ?::bigint[], ?::smallint[], ?::int[], ?::int[], ?::int[], ?::text[],
            ?::text[])
          as s (place, lease, position, id, attempt, fate, started, delay, caution, attempts, crashes,
            max_attempts, kind, message)
        join held on held.id = s.lease
        where case when held.ids[s.position + 1] = s.id
            and held.attempts[s.position + 1] = s.attempt
          then get_bit(held.settled, s.position) = 0 end),
      after as materialized (
        select held.id, held.settled | bit_or(
          set_bit(repeat('0', length(held.settled))::varbit, open.position, 1)) as settled
        from held join open on open.lease = held.id
        group by held.id, held.settled),
      marked as (
        update taskd.lease set settled = after.settled from after
        where lease.id = after.id and bit_count(after.settled) < length(after.settled)),
      closed as (
        delete from taskd.lease using after
        where lease.id = after.id and bit_count(after.settled) = length(after.settled)),
      ended as (
        insert into taskd.finished (id, attempt, cancelled, started_at, at)
        select id, attempt, fate = 1, case when started then claimed_at end, now()
        from open where fate <= 1),
      buried as (
        insert into taskd.dead (id, attempt, crashes, started_at, at)
        select id, attempt, crashes, claimed_at, now()
        from open where fate = 2),
      returned as (
        insert into taskd.ready (id, topic, caution, priority, available_at, attempts, crashes)
        select open.id, body.topic, open.caution, body.priority,
          now() + open.delay * interval '1 us', open.attempts, open.crashes
        from open
        cross join lateral (
          select topic, priority from taskd.job where job.id = open.id offset 0) body
        where open.fate = 3),
      raised as (
        update taskd.job set max_attempts = open.max_attempts
        from open where job.id = open.id and open.max_attempts is not null),
      failed as (
        insert into taskd.failure (job_id, attempt, kind, message, at)
        select id, attempt, kind, message, now() from open where kind is not null
        on conflict (job_id, attempt) do nothing),
      nudged as (
        select pg_notify('taskd', '') from open where fate = 3 limit 1)
      select place, (select count(*) from nudged) from open
      """;

  /**
   * New jobs, due or to come; their ids in the order in which they were given. The nodes are
   * nudged, for one to come as well: whoever waits does not know of it.
   */
  static final String ADD_JOBS =
      """
      with new as materialized (
        select nextval('taskd.job_id_seq') as id, n.*
        from unnest(?::text[], ?::smallint[], ?::smallint[], ?::text[], ?::timestamptz[], ?::int[],
            ?::uuid[], ?::text[]) with ordinality
          as n (topic, caution, priority, payload, run_at, max_attempts, task_id, key, place)),
      body as (
        insert into taskd.job (id, topic, payload, priority, max_attempts, task_id, key)
        overriding system value
        select id, topic, payload, priority, max_attempts, task_id, key from new),
      pending as (
        insert into taskd.ready (id, topic, caution, priority, available_at, attempts, crashes)
        select id, topic, caution, priority, coalesce(run_at, now()), 0, 0 from new),
      nudge as materialized (
        select pg_notify('taskd', '') from new limit 1)
      select new.id from new left join nudge on true order by new.place
      """;

  /** Tasks as they are after a move; their rows are locked. */
  static final String MOVE_TASKS =
      """
      update taskd.task set
        state = m.state, result = m.result, error_kind = m.error_kind, error_step = m.error_step,
        error_message = m.error_message, attempts = m.attempts, step = m.step, job_id = m.job_id,
        ends = m.ends, cancel_requested = m.cancel_requested, started_at = m.started_at,
        finished_at = m.finished_at
      from unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int[],
          ?::int[], ?::bigint[], ?::int[], ?::boolean[], ?::timestamptz[], ?::timestamptz[])
        as m (id, state, result, error_kind, error_step, error_message, attempts, step, job_id,
          ends, cancel_requested, started_at, finished_at)
      where task.id = m.id
      """;

  static final String ADD_TIMELINE =
      """
      insert into taskd.timeline (task_id, at, what, step, attempt, error_kind, message, until)
      select task_id, at, what, step, attempt, error_kind, message, until
      from unnest(?::uuid[], ?::timestamptz[], ?::text[], ?::text[], ?::int[], ?::text[], ?::text[],
          ?::timestamptz[]) with ordinality
        as t (task_id, at, what, step, attempt, error_kind, message, until, place)
      order by place
      """;

  /** Of the two tables whose rows come and go with every job. One that is under way is enough. */
  static final String VACUUM =
      "vacuum (skip_locked, index_cleanup on, truncate off) taskd.ready, taskd.lease";

  static final String LISTEN = "listen taskd";

  /** Once in a transaction, and with nothing in it: what is due is in the tables. */
  static final String NUDGE = "select pg_notify('taskd', '')";

  /**
   * Counts exactly up to a bound, unless a table is known to hold more: then as the planner would,
   * by the rows for each page when it was last looked at and the pages there are.
   */
  static final String COUNTS =
      """
      with bound as (select ?::bigint as rows),
      known as (
        select oid::regclass as place,
          reltuples / greatest(relpages, 1) * pg_relation_size(oid) / 8192 as rows
        from pg_class where oid in ('taskd.ready'::regclass, 'taskd.finished'::regclass)),
      large as (
        select place, known.rows::bigint as rows from known, bound where known.rows > bound.rows),
      counted as (
        select
          coalesce(
            (select rows from large where place = 'taskd.ready'::regclass),
            (select count(*) from (select from taskd.ready limit (select rows from bound)) r))
            as ready,
          coalesce(
            (select rows from large where place = 'taskd.finished'::regclass),
            (select count(*) from (select from taskd.finished limit (select rows from bound)) f))
            as finished,
          (select count(*) from (select from taskd.finished where cancelled
            limit (select rows from bound)) c) as cancelled,
          (select count(*) from (select from taskd.dead limit (select rows from bound)) d)
            as dead,
          (select coalesce(sum(length(settled) - bit_count(settled)), 0) from taskd.lease)
            as running)
      select ready, running, greatest(finished - cancelled, 0) as done, dead, cancelled
      from counted
      """;

  /** Steps from topic to topic in the index, whatever lies between. */
  static final String PENDING_TOPICS =
      """
      with recursive found (topic) as (
        (select topic from taskd.ready order by topic limit 1)
        union all
        select (select r.topic from taskd.ready r where r.topic > found.topic
          order by r.topic limit 1)
        from found where found.topic is not null)
      select topic,
        (select count(*) from (select from taskd.ready r where r.topic = found.topic limit ?) c)
          as pending
      from found where topic is not null
      """;

  /** Those of its topic that are due before a pending job: of its own priority, and of higher. */
  static final String AHEAD =
      """
      with this as (select * from taskd.ready where id = ?),
      cap as (select ?::bigint as rows)
      select count(*) from (
        select from this
        cross join unnest('{0,1,2}'::smallint[]) as c (caution)
        cross join lateral (
          select from taskd.ready r
          where r.topic = this.topic and r.caution = c.caution and r.priority = this.priority
            and (r.available_at, r.id) < (this.available_at, this.id)
          limit (select rows from cap)) alike
        union all
        select from this
        cross join unnest('{0,1,2}'::smallint[]) as c (caution)
        join unnest('{0,1,2}'::smallint[]) as p (priority) on p.priority < this.priority
        cross join lateral (
          select from taskd.ready r
          where r.topic = this.topic and r.caution = c.caution and r.priority = p.priority
            and r.available_at <= greatest(now(), this.available_at)
          limit (select rows from cap)) better
        limit (select rows from cap)) ahead
      """;

  private Statements() {}
}
