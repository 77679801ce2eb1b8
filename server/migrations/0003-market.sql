-- What the market keeps across restarts and shares between nodes.
create schema market;

-- Start of a recording's replay on the product clock, stored when it is first played, with the secret that draws its days and
-- the hash that commits to it: every node and every restart replays from there.
create table market.replay_starts (
  -- SHA-256 over the hashes of the recording's files: another recording has its own start.
  recording text primary key check (length(recording) = 64),
  -- Product time at which the first day begins, a midnight UTC in milliseconds since 1970.
  starts_at_ms bigint not null check (starts_at_ms % 86400000 = 0),
  -- SHA-256 of the first day's key, published before that day.
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  -- The key of the last day, from which all others follow, sealed with a key outside of the database.
  sealed_seed bytea not null,
  recorded_at timestamptz not null default now()
);
select ledger.append_only('market.replay_starts', 'plans are bound to the place of a recording, which is never changed');

-- Closed 1-minute candles of a live exchange. double precision stores the exchange's doubles exactly.
create table market.exchange_candles (
  exchange text not null,
  coin text not null,
  open_time_ms bigint not null check (open_time_ms % 60000 = 0),
  open double precision not null,
  high double precision not null,
  low double precision not null,
  close double precision not null,
  volume double precision not null check (volume >= 0),
  primary key (exchange, coin, open_time_ms),
  check (low > 0 and low <= least(open, close) and high >= greatest(open, close) and high < 'infinity')
);

-- Results settled on them must stay verifiable.
select ledger.append_only('market.exchange_candles', 'closed candles are final');

-- The newest state of each coin, written by the one node that polls the exchange and read by all: the unfinished minute, and how far
-- the closed candles are complete. Kept across restarts, so that the last good prices can be shown with their age.
create table market.exchange_prices (
  exchange text not null,
  coin text not null,
  -- The exchange's market that its candles are read from, as plans name it.
  instrument text not null,
  price_decimals smallint not null check (price_decimals between 0 and 18),
  -- All closed candles that open from begins_ms on and before through_ms are stored.
  begins_ms bigint not null,
  through_ms bigint not null,
  open double precision not null,
  high double precision not null,
  low double precision not null,
  close double precision not null,
  volume double precision not null,
  -- Time of the exchange's response, milliseconds since 1970 UTC.
  seen_at_ms bigint not null,
  primary key (exchange, coin)
) with (fillfactor = 50);

-- The product clock of this database: runs at its speed from one pair of product and wall time. With speed 1 and equal times it is
-- the wall clock.
create table product_clock (
  only_row boolean primary key default true check (only_row),
  wall_at timestamptz not null,
  product_at timestamptz not null,
  speed double precision not null check (speed > 0)
);
