-- Next due time of scheduled work, by name, so that a time missed while no node was running is made up once.
create table scheduled_work (
  name text primary key,
  due_at timestamptz not null
);
