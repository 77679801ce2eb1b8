-- Betting ends by the database's time for every writer, and a round's beacon is what its closing named.

-- When the beacon of a closing is public: a round of drand's quicknet by its genesis and period (core/fairness/quicknet.ts), candles of the market when
-- the round's result is due.
create function beacon_public_at(round_id bigint, plan jsonb) returns timestamptz language sql immutable parallel safe as $$
  select least(round_result_at(round_id), case when plan ->> 'kind' = 'drand'
    then to_timestamp((1692803367 + ((plan ->> 'round')::bigint - 1) * 3)::double precision) end)
$$;

-- Open time in ms of the market's candles that a closing names: of the first that close after betting.
create function beacon_opens_at_ms(round_id bigint, plan jsonb) returns bigint language sql immutable parallel safe as $$
  select case when plan ->> 'interval' = '5m' then round_id * 300000 else round_id * 300000 + 240000 end
$$;

-- Whether a beacon is the one that a closing named. A candle that this database keeps must be the kept one.
create function is_beacon_of(round_id bigint, plan jsonb, beacon jsonb) returns boolean language sql stable as $$
  select case plan ->> 'kind'
    when 'drand' then beacon ->> 'kind' = 'drand' and beacon -> 'round' = plan -> 'round'
    when 'market' then beacon ->> 'kind' = 'market'
      and (select jsonb_agg(named -> 0 order by place)
        from jsonb_array_elements(beacon -> 'candles') with ordinality as one (named, place)) = plan -> 'coins'
      and not exists (
        select from jsonb_array_elements(beacon -> 'candles') as one (named)
        cross join lateral (select named ->> 0 as coin, named -> 1 as numbers) as candle
        where (numbers ->> 0)::bigint <> beacon_opens_at_ms(round_id, plan) or (
          select bool_and((kept.open, kept.high, kept.low, kept.close, kept.volume) <>
            ((numbers ->> 1)::float8, (numbers ->> 2)::float8, (numbers ->> 3)::float8, (numbers ->> 4)::float8, (numbers ->> 5)::float8))
          from (select distinct exchange from market.exchange_prices) as source
          join market.exchange_candles as kept on kept.exchange = source.exchange and kept.coin = candle.coin
            and kept.open_time_ms = beacon_opens_at_ms(round_id, plan)
          where plan ->> 'interval' is null
        )
      )
  end
$$;

-- No order joins a round that has closed, or whose betting has ended: not even one inserted by hand. A late one is told by the code that the ledger gives
-- rows that were not written: whoever placed it in time, and was overtaken by the end, is refused like the others.
create or replace function refuse_late_orders() returns trigger language plpgsql as $$
begin
  if exists (select from round_closing where round_id in (select distinct round_id from added)) then
    raise exception 'the round has closed' using errcode = 'check_violation';
  end if;
  if product_now() >= (select round_closes_at(min(round_id)) from added) then
    raise exception 'betting on the round has ended' using errcode = 'LG001';
  end if;
  return null;
end $$;

-- The seed is the one that the day's tip commits to, and the beacon the one that the closing named. A round is void exactly when its deadline has passed,
-- or when it was closed after its beacon was public: that is decided here, by the time at which it is recorded; a caller may leave it out.
create or replace function guard_round_end() returns trigger language plpgsql as $$
declare
  hashed bytea := decode(new.seed, 'hex');
  plan jsonb;
  closed timestamptz;
  is_late boolean;
begin
  select c.statement -> 'beacon', c.closed_at into plan, closed from round_closing as c where c.round_id = new.round_id;
  for step in 0 .. new.round_id % 288 loop
    hashed := sha256(hashed);
  end loop;
  if encode(hashed, 'hex') is distinct from (select tip from fairness_day where day = new.round_id / 288) then
    raise exception 'this is not the seed of round %', new.round_id using errcode = 'check_violation';
  end if;
  if new.beacon is not null and is_beacon_of(new.round_id, plan, new.beacon) is distinct from true then
    raise exception 'this is not the beacon of round %', new.round_id using errcode = 'check_violation';
  end if;
  new.ended_at := coalesce(product_now(), new.ended_at);
  is_late := new.ended_at >= round_void_at(new.round_id) or closed >= beacon_public_at(new.round_id, plan);
  new.is_void := coalesce(new.is_void, is_late);
  if new.ended_at < round_result_at(new.round_id) or new.is_void is distinct from is_late
  then
    raise exception 'round % does not end like this', new.round_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
