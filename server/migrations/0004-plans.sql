-- Trading plans. Plans and outcomes are append-only; the only update of a plan is its settlement, once.

-- What determines a plan's outcome: coin, first round, full terms and the market. Plans that share them share one engine run and one
-- outcome.
create table plan_group (
  id bigint generated always as identity primary key,
  coin text not null,
  starts_at timestamptz not null,
  engine smallint not null,
  strategy text not null,
  "interval" text not null,
  rounds smallint not null check (rounds > 0),
  leverage smallint not null check (leverage > 0),
  maximum_profit double precision not null check (maximum_profit > 0),
  maximum_loss double precision not null check (maximum_loss > 0),
  fee_rate double precision not null check (fee_rate >= 0),
  -- Canonical text of the market binding (core/plans/market-binding.ts), fixed at placing, and its SHA-256.
  market text not null,
  market_hash text not null check (market_hash = encode(sha256(convert_to(market, 'UTF8')), 'hex')),
  unique (starts_at, coin, leverage, strategy, "interval", rounds, maximum_profit, maximum_loss, fee_rate, engine, market_hash)
);

-- The candles that outcomes were computed from, by hash: a proof must outlive the source of the prices.
create table plan_candles (
  hash text primary key,
  -- Six little-endian doubles a row: open time, open, high, low, close, volume.
  candles bytea not null check (length(candles) > 0 and length(candles) % 48 = 0),
  check (hash = encode(sha256(candles), 'hex'))
);

-- How the plans of a group ended. The first write wins; any member can recompute it from plan_candles.
create table plan_outcome (
  group_id bigint primary key references plan_group,
  result double precision not null,
  -- One per round.
  results double precision[] not null check (cardinality(results) > 0),
  "end" text not null check ("end" in ('completed', 'maximumProfit', 'maximumLoss')),
  shortfall double precision not null check (shortfall >= 0),
  candles_hash text not null references plan_candles,
  settled_at timestamptz not null
);

-- One placed plan. The id starts with the time of placing, so that the primary key is also the order of the record list. No foreign
-- keys to group and outcome, which the same code writes before: they would lock the group's row for every plan.
create table plan (
  member_id bigint not null,
  id text not null,
  group_id bigint not null,
  level smallint not null,
  amount bigint not null check (amount > 0),
  -- Maximum loss.
  at_risk bigint not null check (at_risk between 0 and amount),
  placed_at timestamptz not null,
  income bigint check (income >= -amount),
  settled_at timestamptz,
  check ((income is null) = (settled_at is null)),
  primary key (member_id, id)
);

-- Groups that have running plans.
create index plan_running_group on plan (group_id) where income is null;

-- Running plans by member: settlement pages in this order, so that a page changes few balances, each many times.
create index plan_running on plan (member_id, id) where income is null;

-- A member's settled income by time.
create index plan_settled on plan (member_id, settled_at) include (income) where income is not null;

create function refuse_plan_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

select ledger.append_only('plan_group', 'what was placed is never changed');
select ledger.append_only('plan_candles', 'the candles of outcomes are never changed');
select ledger.append_only('plan_outcome', 'an outcome is never changed');
create trigger plan_never_truncated before truncate on plan
  for each statement execute function ledger.refuse('plans are never deleted');
create trigger plan_never_deleted before delete on plan
  for each row execute function refuse_plan_change();
-- Defined by columns and a condition without function calls, so that a million settlements are not slowed down.
create trigger plan_never_changed before update of member_id, id, group_id, level, amount, at_risk, placed_at on plan
  for each row execute function refuse_plan_change();
create trigger plan_settles_once before update on plan
  for each row when (old.income is not null or new.income is null) execute function refuse_plan_change();
alter table plan enable always trigger plan_never_truncated;
alter table plan enable always trigger plan_never_deleted;
alter table plan enable always trigger plan_never_changed;
alter table plan enable always trigger plan_settles_once;

-- Open time in ms of a candle, counted from 0: the whole number in the little-endian double at the beginning of its row.
create function candle_opens(candles bytea, place int) returns bigint language sql immutable as $$
  select (
      (((get_byte(candles, at + 6) & 15) + 16)::bigint << 48)
      + (get_byte(candles, at + 5)::bigint << 40) + (get_byte(candles, at + 4)::bigint << 32)
      + (get_byte(candles, at + 3)::bigint << 24) + (get_byte(candles, at + 2)::bigint << 16)
      + (get_byte(candles, at + 1)::bigint << 8) + get_byte(candles, at)
    ) >> (1075 - ((get_byte(candles, at + 7) & 127) << 4) - (get_byte(candles, at + 6) >> 4))
  from (select place * 48 as at) as row
$$;

-- An outcome can be recorded only once the plan has ended, and only with stored candles of its rounds.
create function require_ended_plan() returns trigger language plpgsql as $$
declare
  grouped plan_group;
  bytes bytea;
  rounds int := cardinality(new.results);
  first_round int;
  starts_ms bigint;
  ended_at timestamptz;
  product_time timestamptz;
begin
  select * into grouped from plan_group where id = new.group_id;
  select candles into bytes from plan_candles where hash = new.candles_hash;
  if grouped.id is null or bytes is null then
    raise exception 'an outcome needs its group and its candles' using errcode = 'foreign_key_violation';
  end if;
  starts_ms := extract(epoch from grouped.starts_at) * 1000;
  first_round := length(bytes) / 48 - rounds;
  if rounds > grouped.rounds or (new."end" = 'completed' and rounds < grouped.rounds) or first_round < 1
    or candle_opens(bytes, first_round) < starts_ms or candle_opens(bytes, first_round - 1) >= starts_ms then
    raise exception 'these are not the candles of plan group % and its rounds', grouped.id using errcode = 'check_violation';
  end if;
  ended_at := to_timestamp(candle_opens(bytes, first_round + rounds - 1) / 1000.0)
    + case grouped."interval" when '1m' then interval '1 minute' when '5m' then interval '5 minutes'
      when '30m' then interval '30 minutes' when '1h' then interval '1 hour' when '6h' then interval '6 hours'
      when '1d' then interval '24 hours' end;
  -- A node's estimate of this time may be ahead by the time of a round trip.
  select product_time_at(c, clock_timestamp() + interval '10 seconds') into product_time from product_clock as c;
  if ended_at is null or new.settled_at < ended_at or product_time < ended_at then
    raise exception 'the plans of group % have not ended', grouped.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger plan_outcome_of_ended_plan before insert on plan_outcome
  for each row execute function require_ended_plan();
alter table plan_outcome enable always trigger plan_outcome_of_ended_plan;
