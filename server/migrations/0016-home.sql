-- Platform figures of the home screen: counts, and results of component checks.

-- Counted by one node at a time, read by all.
create table platform_count (
  only_row boolean primary key default true check (only_row),
  -- Wall time and duration of the count: a slower count is repeated less often.
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
  -- The newest settled plans, newest first, with masked names.
  settled json not null,
  check (plans_won <= plans_settled and plans_settled <= plans_placed)
);

-- Number of checks of a component by one node, by result, in one cell of wall time. Without a row of any node it was not checked.
create table probe_cell (
  component text not null check (component in ('api', 'database', 'market', 'ledger', 'stream', 'deposits')),
  opens_at timestamptz not null,
  -- One process from start to end. It upserts its rows, so that a retry is not counted twice.
  node text not null,
  up integer not null check (up >= 0),
  degraded integer not null check (degraded >= 0),
  down integer not null check (down >= 0),
  primary key (opens_at, component, node)
);
