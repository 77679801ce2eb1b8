-- Rounds: the seeds committed to, the members' orders, and of each round its closing, its end and its payment. There is no column for a
-- result: it follows from the seed and the beacon (core/fairness/result.ts), which these tables hold.

-- The seed chain of the days, made at the first start.
create table fairness_chain (
  only_row boolean primary key default true check (only_row),
  -- Days since 1970-01-01 (UTC, product time): the day of the chain's first key.
  first_day integer not null,
  -- The chain's tip: every day's key leads to it.
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  -- The chain's last key, from which all others follow, sealed with a key outside of the database.
  sealed_seed bytea not null,
  published_at timestamptz not null
);

-- What is published of a day before its rounds open.
create table fairness_day (
  day integer primary key,
  -- The tip of the chain of the day's round seeds.
  tip text not null check (tip ~ '^[0-9a-f]{64}$'),
  draw_commitment text not null check (draw_commitment ~ '^[0-9a-f]{64}$'),
  published_at timestamptz not null
);

select ledger.append_only('fairness_chain', 'a commitment is never changed');
select ledger.append_only('fairness_day', 'a commitment is never changed');

-- A round's number counts five minutes of the product clock since 1970 (core/rounds/schedule.ts).
create function round_opens_at(round_id bigint) returns timestamptz language sql immutable parallel safe as $$
  select to_timestamp(round_id * 300)
$$;
create function round_closes_at(round_id bigint) returns timestamptz language sql immutable parallel safe as $$
  select to_timestamp(round_id * 300 + 240)
$$;
create function round_result_at(round_id bigint) returns timestamptz language sql immutable parallel safe as $$
  select to_timestamp(round_id * 300 + 300)
$$;
create function round_void_at(round_id bigint) returns timestamptz language sql immutable parallel safe as $$
  select to_timestamp(round_id * 300 + 540)
$$;

-- The time of a publication is the database's: nobody dates one back.
create function date_publication() returns trigger language plpgsql as $$
begin
  new.published_at := coalesce(product_now(), new.published_at);
  return new;
end $$;

create trigger fairness_chain_dated before insert on fairness_chain for each row execute function date_publication();
create trigger fairness_day_dated before insert on fairness_day for each row execute function date_publication();
alter table fairness_chain enable always trigger fairness_chain_dated;
alter table fairness_day enable always trigger fairness_day_dated;

-- Whether the tip of the round's day was published before the round closes: an order finds it published, or is not taken.
create function is_committed(round_id bigint) returns boolean language sql stable as $$
  select exists (select from fairness_day where day = round_id / 288 and published_at < round_closes_at(round_id))
$$;

-- Whether a round takes orders at this moment. Exact where the caller holds the lock of the house account `rounds`, which every order
-- reserves its winnings from: closing a round takes that lock once after its betting has ended.
create function takes_orders(round_id bigint) returns boolean language plpgsql volatile as $$
declare
  at timestamptz := product_now();
begin
  return coalesce(at >= round_opens_at(round_id) and at < round_closes_at(round_id), true) and is_committed(round_id);
end $$;

-- An order that is repeated for the next rounds.
create table round_follow (
  member_id bigint not null,
  -- Starts with the time of placing, so that the primary key is also the order of the list.
  id text not null,
  category text not null,
  -- Of each round.
  stake bigint not null check (stake > 0),
  -- The house's part of each round's winnings, reserved as long as the stake is.
  winnings bigint not null check (winnings > 0),
  rounds smallint not null check (rounds between 2 and 288),
  stop_on_win boolean not null,
  loss_limit bigint check (loss_limit >= stake),
  placed_at timestamptz not null,
  -- The round of its newest order, how many orders were placed, how many of them have ended, and their income together.
  last_round bigint not null,
  placed smallint not null default 1 check (placed between 1 and rounds),
  done smallint not null default 0 check (done between 0 and placed),
  income bigint not null default 0,
  "end" text check ("end" in ('completed', 'won', 'lossLimit', 'cancelled', 'notPermitted')),
  ended_at timestamptz,
  check (("end" is null) = (ended_at is null)),
  primary key (member_id, id)
);

-- Follows whose next order can be placed.
create index round_follow_due on round_follow (last_round, member_id, id) where "end" is null and placed = done;
create index round_follow_running on round_follow (member_id) where "end" is null;

create function refuse_round_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % change only as their round goes on, and are never deleted', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger round_follow_never_truncated before truncate on round_follow
  for each statement execute function ledger.refuse('follows are never deleted');
create trigger round_follow_never_deleted before delete on round_follow for each row execute function refuse_round_change();
create trigger round_follow_goes_forward before update on round_follow
  for each row when (
    (old.member_id, old.id, old.category, old.stake, old.winnings, old.rounds, old.stop_on_win, old.loss_limit, old.placed_at)
      is distinct from (new.member_id, new.id, new.category, new.stake, new.winnings, new.rounds, new.stop_on_win, new.loss_limit, new.placed_at)
    or new.placed < old.placed or new.done < old.done or new.last_round < old.last_round
    or (old."end" is not null and ((old."end", old.ended_at) is distinct from (new."end", new.ended_at) or new.placed <> old.placed))
  ) execute function refuse_round_change();
alter table round_follow enable always trigger round_follow_never_truncated;
alter table round_follow enable always trigger round_follow_never_deleted;
alter table round_follow enable always trigger round_follow_goes_forward;

-- One order in one round.
create table round_order (
  member_id bigint not null,
  id text not null,
  round_id bigint not null,
  category text not null,
  stake bigint not null check (stake > 0),
  winnings bigint not null check (winnings > 0),
  -- Random part of the order's leaf; its first bytes number the leaf.
  salt bytea not null check (length(salt) = 32),
  follow_id text,
  placed_at timestamptz not null,
  -- What the member received beyond the stake.
  income bigint check (income between -stake and winnings),
  settled_at timestamptz,
  check ((income is null) = (settled_at is null)),
  primary key (member_id, id)
);

-- The orders of a round: payment pages in this order, so that a page changes few balances, each many times.
create index round_order_of_round on round_order (round_id, member_id, id);
-- A member's running orders, and the income of those that have ended by time.
create index round_order_running on round_order (member_id) include (stake) where income is null;
create index round_order_settled on round_order (member_id, settled_at) include (income) where income is not null;

create trigger round_order_never_truncated before truncate on round_order
  for each statement execute function ledger.refuse('orders are never deleted');
create trigger round_order_never_deleted before delete on round_order for each row execute function refuse_round_change();
create trigger round_order_never_changed
  before update of member_id, id, round_id, category, stake, winnings, salt, follow_id, placed_at on round_order
  for each row execute function refuse_round_change();
create trigger round_order_settles_once before update on round_order
  for each row when (old.income is not null or new.income is null) execute function refuse_round_change();
alter table round_order enable always trigger round_order_never_truncated;
alter table round_order enable always trigger round_order_never_deleted;
alter table round_order enable always trigger round_order_never_changed;
alter table round_order enable always trigger round_order_settles_once;

-- What is published when betting has ended, before the seed: the statement of core/fairness/closing.ts and its digest.
create table round_closing (
  round_id bigint primary key,
  statement jsonb not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  orders integer not null check (orders >= 0),
  staked bigint not null check (staked >= 0),
  closed_at timestamptz not null
);

-- How a round ended: drawn, with the beacon that its closing named, or void.
create table round_end (
  round_id bigint primary key references round_closing,
  seed text not null check (seed ~ '^[0-9a-f]{64}$'),
  beacon jsonb,
  is_void boolean not null,
  ended_at timestamptz not null,
  check (is_void or beacon is not null)
);

-- That every order of the round is paid, and the sums.
create table round_payment (
  round_id bigint primary key references round_end,
  paid jsonb not null,
  paid_at timestamptz not null
);

select ledger.append_only('round_closing', 'what was published at closing is never changed');
select ledger.append_only('round_end', 'a seed is revealed once');
select ledger.append_only('round_payment', 'a round is paid once');

-- No order joins a closed round, not even one inserted by hand.
create function refuse_late_orders() returns trigger language plpgsql as $$
begin
  if exists (select from round_closing where round_id in (select distinct round_id from added)) then
    raise exception 'the round has closed' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger round_order_in_time after insert on round_order
  referencing new table as added for each statement execute function refuse_late_orders();
alter table round_order enable always trigger round_order_in_time;

-- Rounds close one after another, each after its betting and before its result can be known, and not before the round before it has ended: a
-- seed reveals all earlier ones of its day.
create function guard_round_closing() returns trigger language plpgsql as $$
begin
  new.closed_at := coalesce(product_now(), new.closed_at);
  if new.closed_at < round_closes_at(new.round_id) or not is_committed(new.round_id)
    or exists (select from round_closing as c where c.round_id > new.round_id)
    or exists (select from round_closing as c left join round_end as e using (round_id)
      where c.round_id < new.round_id and e.round_id is null)
    or (select count(*) from round_order as o where o.round_id = new.round_id) <> new.orders
  then
    raise exception 'round % does not close like this', new.round_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger round_closing_in_time before insert on round_closing for each row execute function guard_round_closing();
alter table round_closing enable always trigger round_closing_in_time;

-- The seed is the one that the day's tip commits to. A round is void exactly when its deadline has passed, or when it was closed too late: that
-- is decided here, by the time at which it is recorded; a caller may leave it out.
create function guard_round_end() returns trigger language plpgsql as $$
declare
  hashed bytea := decode(new.seed, 'hex');
  closed timestamptz := (select closed_at from round_closing where round_id = new.round_id);
  is_late boolean;
begin
  for step in 0 .. new.round_id % 288 loop
    hashed := sha256(hashed);
  end loop;
  if encode(hashed, 'hex') is distinct from (select tip from fairness_day where day = new.round_id / 288) then
    raise exception 'this is not the seed of round %', new.round_id using errcode = 'check_violation';
  end if;
  new.ended_at := coalesce(product_now(), new.ended_at);
  is_late := new.ended_at >= round_void_at(new.round_id) or closed >= round_result_at(new.round_id);
  new.is_void := coalesce(new.is_void, is_late);
  if new.ended_at < round_result_at(new.round_id) or new.is_void is distinct from is_late
  then
    raise exception 'round % does not end like this', new.round_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger round_end_in_time before insert on round_end for each row execute function guard_round_end();
alter table round_end enable always trigger round_end_in_time;

create function guard_round_payment() returns trigger language plpgsql as $$
begin
  if exists (select from round_order where round_id = new.round_id and income is null) then
    raise exception 'round % has unpaid orders', new.round_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger round_payment_complete before insert on round_payment for each row execute function guard_round_payment();
alter table round_payment enable always trigger round_payment_complete;

-- Stakes of rounds count against members' own limits, and their results are income, as those of plans.
create or replace view stake_at_risk as
  select member_id, at_risk as amount from plan where income is null
  union all
  select member_id, stake from round_order where income is null
  union all
  select member_id, stake * (rounds - placed) from round_follow where "end" is null;

create or replace view stake_lost as
  select member_id, -income as amount, settled_at as lost_at from plan where income < 0
  union all
  select member_id, -income, settled_at from round_order where income < 0;

create or replace view member_income as
  select member_id, settled_at, income, 'plan' as kind from plan where income is not null
  union all
  select member_id, ended_at, interest, 'financing' from holding where state <> 'running'
  union all
  select member_id, settled_at, income, 'round' from round_order where income is not null;
