-- What the operators' console shows of the running system: load by minute and node, and the outcomes of the trial balance.

create table health_sample (
  -- Random for each start of a process.
  node text not null check (length(node) <= 40),
  -- Wall time at the end of the minute that was measured.
  at timestamptz not null,
  requests integer not null check (requests >= 0),
  refusals integer not null check (refusals >= 0),
  -- Requests that failed by a fault of the server: HTTP status 500 and above.
  failures integer not null check (failures >= 0),
  -- Upper bound of the histogram's bucket, null without requests or above the last bucket.
  p95_ms real,
  ledger_waiting integer not null check (ledger_waiting >= 0),
  ledger_batches integer not null check (ledger_batches >= 0),
  ledger_transfers integer not null check (ledger_transfers >= 0),
  event_loop_ms real not null,
  -- The slowest operations of the minute: [{"operation", "calls", "meanMs"}].
  slowest jsonb not null,
  primary key (at, node)
);

create table trial_balance_check (
  -- Wall time.
  at timestamptz primary key,
  is_sound boolean not null,
  -- Sum of all balances by asset, in minor units: {"USDT": "0", "PTS": "0"}.
  sums jsonb not null,
  differences integer not null check (differences >= 0),
  torn_transfers integer not null check (torn_transfers >= 0),
  took_ms integer not null check (took_ms >= 0)
);
