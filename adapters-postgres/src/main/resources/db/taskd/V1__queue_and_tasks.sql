-- The queue and the tasks. A job's state is the place its row is in, and it is in exactly one:
--   ready     pending
--   lease     running: its bit in "settled" is 0
--   dead      given up, kept until an operator acts
--   finished  done or cancelled
-- "job" is the body: what does not depend on the place. There are no foreign keys: their locks would
-- tie a job's outcome to whoever looks at its body.

create table node (
  id bigint generated always as identity primary key,
  joined_at timestamptz not null default now(),
  left_at timestamptz
);
create index node_present on node (id) where left_at is null;

create table job (
  id bigint generated always as identity primary key,
  topic text collate "C" not null,
  payload text,                       -- null: a step of a task, which gets the task's input
  priority smallint not null check (priority between 0 and 2),
  max_attempts int not null check (max_attempts > 0),
  task_id uuid,
  key text,
  created_at timestamptz not null default now(),
  check (payload is not null or task_id is not null)
);
create index job_topic on job (topic, id);

-- Rows are only inserted and deleted. Each (topic, caution, priority) is a lane: one range of the index.
create table ready (
  id bigint primary key,
  topic text collate "C" not null,
  caution smallint not null check (caution between 0 and 2),
  priority smallint not null check (priority between 0 and 2),
  available_at timestamptz not null,
  attempts int not null check (attempts >= 0),
  crashes int not null check (crashes >= 0)
) with (
  fillfactor = 100,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 200000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000,
  autovacuum_vacuum_cost_delay = 0, vacuum_index_cleanup = on, vacuum_truncate = off
);
create index ready_lane on ready (topic, caution, priority, available_at, id);

-- One row per claim. The arrays never change; settling sets bits, in place.
create table lease (
  id bigint generated always as identity primary key,
  node bigint not null,
  claimed_at timestamptz not null default now(),
  settled varbit not null,
  ids bigint[] not null,
  attempts int[] not null,
  crashes int[] not null
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off
);
alter table lease
  alter ids set storage external,
  alter attempts set storage external,
  alter crashes set storage external,
  alter settled set storage main;
create index lease_node on lease (node, id);

create view running as
  select l.id as lease, l.node, l.claimed_at, u.ordinality::int - 1 as position, u.job, u.attempt, u.crashes
  from lease l
  cross join lateral unnest(l.ids, l.attempts, l.crashes) with ordinality as u (job, attempt, crashes)
  where get_bit(l.settled, u.ordinality::int - 1) = 0;

create table dead (
  id bigint primary key,
  attempt int not null,
  crashes int not null,
  started_at timestamptz not null,
  at timestamptz not null
);

create table finished (
  id bigint primary key,
  attempt int not null,
  cancelled boolean not null,
  started_at timestamptz,             -- null: cancelled before it was tried
  at timestamptz not null
);
create index finished_cancelled on finished (id) where cancelled;

-- What went wrong in an attempt; only ever added to.
create table failure (
  job_id bigint not null,
  attempt int not null,
  kind text not null,
  message text not null,
  at timestamptz not null,
  primary key (job_id, attempt)
);

create table task (
  id uuid primary key,
  type text collate "C" not null,
  -- open: pending or running, as its job is
  state text not null check (state in ('open', 'waiting', 'succeeded', 'failed', 'cancelled')),
  input text not null,
  result text,
  error_kind text,
  error_step text,
  error_message text,
  attempts int not null,
  max_attempts int not null,
  priority smallint not null check (priority between 0 and 2),
  metadata text,
  steps text[] not null,
  step int not null,
  job_id bigint,
  ends int not null,
  cancel_requested boolean not null,
  idempotency_key text collate "C" unique,
  fingerprint text,
  created_at timestamptz not null,
  run_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
) with (fillfactor = 80);
create index task_newest on task (created_at, id);
create index task_by_type on task (type, created_at, id);
create index task_by_state on task (state, created_at, id) where state <> 'succeeded';
create index task_to_cancel on task (job_id) where cancel_requested;

create table timeline (
  task_id uuid not null,
  seq bigint generated always as identity,
  at timestamptz not null,
  what text not null,
  step text,
  attempt int,
  error_kind text,
  message text,
  until timestamptz,
  primary key (task_id, seq)
);
