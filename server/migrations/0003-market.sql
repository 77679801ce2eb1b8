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

-- The product clock: one time for all nodes. It runs at its speed from one pair of product and wall time, by this database's own wall
-- clock. With speed 1 and equal times it is the wall clock.
create table product_clock (
  only_row boolean primary key default true check (only_row),
  wall_at timestamptz not null,
  product_at timestamptz not null,
  speed double precision not null check (speed > 0),
  -- No node shows a later product time without extending this first.
  shown_until timestamptz not null,
  -- Wall time of the last extension. An earlier wall time means that the database's clock was set back.
  extended_at timestamptz not null
);

-- Product time at a wall time. By seconds: the days of an interval would depend on the session's time zone.
create function product_time_at(clock product_clock, wall timestamptz) returns timestamptz language sql immutable as $$
  select to_timestamp(extract(epoch from clock.product_at)::float8 + extract(epoch from wall - clock.wall_at)::float8 * clock.speed)
$$;

-- Product time now; null where no server ever ran.
create function product_now() returns timestamptz language sql volatile as $$
  select product_time_at(c, clock_timestamp()) from product_clock as c
$$;

-- Lets nodes show product time until `lease` of wall time from now. When the database's clock was set back, the product clock restarts
-- at `shown_until`, the latest time that a node may have shown.
create function extend_product_clock(lease interval, out clock product_clock, out wall timestamptz) language plpgsql as $$
begin
  select * into clock from product_clock for update;
  -- After the lock: another node may have extended it meanwhile.
  wall := clock_timestamp();
  if wall < clock.extended_at then
    clock.wall_at := wall;
    clock.product_at := clock.shown_until;
  end if;
  clock.extended_at := wall;
  clock.shown_until := greatest(clock.shown_until, product_time_at(clock, wall + lease));
  update product_clock set wall_at = clock.wall_at, product_at = clock.product_at, shown_until = clock.shown_until,
    extended_at = clock.extended_at;
end $$;

create function guard_product_clock() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or abs(extract(epoch from clock_timestamp() - new.extended_at)) > 60
    or new.shown_until < old.shown_until
    -- A millisecond is left for rounding.
    or product_time_at(new, new.extended_at) + interval '1 millisecond' < greatest(
      product_time_at(old, old.extended_at), least(product_time_at(old, new.extended_at), old.shown_until)
    )
  then
    raise exception 'the product clock never goes back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger product_clock_goes_forward before update or delete on product_clock
  for each row execute function guard_product_clock();
alter table product_clock enable always trigger product_clock_goes_forward;

-- Time by which waits that protect a member's account are checked: this database's wall clock, not the time that the caller claims, and
-- independent of the product clock. Test databases replace the function by one that returns `claimed`.
create function protection_time(claimed timestamptz) returns timestamptz language sql stable parallel safe as $$
  select now()
$$;
