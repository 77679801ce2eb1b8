-- What the home screen shows of the platform itself: its counts, and how its parts were found to work.

-- Counted by one node at a time, read by all.
create table platform_count (
  only_row boolean primary key default true check (only_row),
  -- Wall time at which it was counted, and how long that took: the dearer the count, the longer it serves.
  measured_at timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  -- Product time.
  counted_at timestamptz not null,
  members bigint not null,
  plans_placed bigint not null,
  plans_settled bigint not null,
  plans_won bigint not null,
  volume bigint not null,
  income_paid bigint not null,
  losses_taken bigint not null,
  -- The plans settled last, newest first, with masked names.
  settled json not null,
  check (plans_won <= plans_settled and plans_settled <= plans_placed)
);

-- How many checks of a component by one node found it how, in one stretch of wall time. No row of any node: nothing checked it.
create table probe_cell (
  component text not null check (component in ('api', 'database', 'market', 'ledger', 'stream', 'deposits')),
  opens_at timestamptz not null,
  -- A process from its start to its end. It writes its rows over and over, so one whose answer was lost is not counted twice.
  node text not null,
  up integer not null check (up >= 0),
  degraded integer not null check (degraded >= 0),
  down integer not null check (down >= 0),
  primary key (opens_at, component, node)
);
