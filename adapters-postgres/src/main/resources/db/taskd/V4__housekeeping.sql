-- A task is removed with all its jobs.
create index job_of_task on job (task_id) where task_id is not null;

-- One row: what the nodes have to agree on, so that one of them does what is due.
create table housekeeping (
  swept_at timestamptz not null,      -- when a round of removals was last begun
  claims bigint not null              -- how many jobs were claimed since the last vacuum
);
insert into housekeeping (swept_at, claims) values ('-infinity', 0);
