-- Queues of which nothing is claimed, on any node.
create table paused_queue (
  name text collate "C" primary key
);
