-- Plans whose candles never came end as void, by the rule in core/plans/void.ts: the amount returns whole.

-- A void plan whose market is gone has no candles.
alter table plan_candles drop constraint plan_candles_candles_check;
alter table plan_candles add check (length(candles) % 48 = 0);

alter table plan_outcome drop constraint plan_outcome_results_check;
alter table plan_outcome drop constraint plan_outcome_end_check;
alter table plan_outcome add check ("end" in ('completed', 'maximumProfit', 'maximumLoss', 'void'));
alter table plan_outcome add check (case when "end" = 'void' then result = 0 and shortfall = 0 else cardinality(results) > 0 end);

-- A group is void only after its deadline, with candles that open before it: the lookback, and one for each round that came.
create function require_void_plan() returns trigger language plpgsql as $$
declare
  grouped plan_group;
  bytes bytea;
  rows_stored int;
  first_round int;
  starts_ms bigint;
  deadline timestamptz;
  product_time timestamptz;
begin
  select * into grouped from plan_group where id = new.group_id;
  select candles into bytes from plan_candles where hash = new.candles_hash;
  if grouped.id is null or bytes is null then
    raise exception 'an outcome needs its group and its candles' using errcode = 'foreign_key_violation';
  end if;
  starts_ms := extract(epoch from grouped.starts_at) * 1000;
  -- voidFrom of core/plans/void.ts.
  deadline := grouped.starts_at + interval '168 hours' + grouped.rounds
    * case grouped."interval" when '1m' then interval '1 minute' when '5m' then interval '5 minutes'
      when '30m' then interval '30 minutes' when '1h' then interval '1 hour' when '6h' then interval '6 hours'
      when '1d' then interval '24 hours' end;
  rows_stored := length(bytes) / 48;
  first_round := rows_stored - cardinality(new.results);
  if cardinality(new.results) > grouped.rounds or (rows_stored = 0) <> (first_round < 1)
    or rows_stored > 0 and (candle_opens(bytes, first_round - 1) >= starts_ms
      or candle_opens(bytes, rows_stored - 1) >= extract(epoch from deadline) * 1000)
    or first_round between 1 and rows_stored - 1 and candle_opens(bytes, first_round) < starts_ms then
    raise exception 'these are not the candles of plan group % up to its deadline', grouped.id using errcode = 'check_violation';
  end if;
  -- A node's estimate of this time may be ahead by the time of a round trip.
  select product_time_at(c, clock_timestamp() + interval '10 seconds') into product_time from product_clock as c;
  if deadline is null or new.settled_at < deadline or product_time < deadline then
    raise exception 'the plans of group % still wait for their candles', grouped.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

drop trigger plan_outcome_of_ended_plan on plan_outcome;
create trigger plan_outcome_of_ended_plan before insert on plan_outcome
  for each row when (new."end" <> 'void') execute function require_ended_plan();
create trigger plan_outcome_of_void_plan before insert on plan_outcome
  for each row when (new."end" = 'void') execute function require_void_plan();
alter table plan_outcome enable always trigger plan_outcome_of_ended_plan;
alter table plan_outcome enable always trigger plan_outcome_of_void_plan;

-- Up to when the exchange has said that it has no further candle of the coin; before the first such answer nothing is known.
alter table market.exchange_prices add column known_through_ms bigint not null default 0;
