-- When work on a schedule is due next, by name: so that a time that passed while nothing ran is made up for, once.
create table scheduled_work (
  name text primary key,
  due_at timestamptz not null
);
