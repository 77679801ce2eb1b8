-- Financing: subscriptions and their ends. Principal and interest are moved by the ledger.

create table holding (
  member_id bigint not null,
  -- Starts with the time of the subscription, so that the primary key is also the order of the list.
  id text not null,
  product text not null,
  -- The terms at subscription; later changes of the product do not affect them.
  days smallint not null check (days > 0),
  daily_rate_ppm integer not null check (daily_rate_ppm > 0),
  early_exit_keeps_percent smallint not null check (early_exit_keeps_percent between 0 and 100),
  amount bigint not null check (amount > 0),
  -- Interest at maturity, reserved while the holding runs.
  interest_reserved bigint not null check (interest_reserved >= 0),
  -- Product time.
  subscribed_at timestamptz not null,
  matures_at timestamptz not null,
  state text not null default 'running' check (state in ('running', 'matured', 'redeemed')),
  interest bigint check (interest between 0 and interest_reserved),
  ended_at timestamptz,
  primary key (member_id, id),
  check ((state = 'running') = (interest is null)),
  check ((state = 'running') = (ended_at is null)),
  check (state <> 'matured' or interest = interest_reserved)
);

-- Running holdings, in the order they mature.
create index holding_running on holding (matures_at, member_id, id) where state = 'running';

-- A member's running holdings, whose number is limited.
create index holding_running_of_member on holding (member_id) where state = 'running';

-- A member's interest by time.
create index holding_ended on holding (member_id, ended_at) include (interest) where state <> 'running';

create function refuse_holding_change() returns trigger language plpgsql as $$
begin
  raise exception 'a holding is never deleted, and changes once, when it ends' using errcode = 'restrict_violation';
end $$;

create trigger holding_never_deleted before delete on holding for each row execute function refuse_holding_change();
create trigger holding_ends_once before update on holding
  for each row when (
    old.state <> 'running' or new.state = 'running'
    or (old.member_id, old.id, old.product, old.days, old.daily_rate_ppm, old.early_exit_keeps_percent, old.amount,
        old.interest_reserved, old.subscribed_at, old.matures_at)
      is distinct from (new.member_id, new.id, new.product, new.days, new.daily_rate_ppm, new.early_exit_keeps_percent,
        new.amount, new.interest_reserved, new.subscribed_at, new.matures_at)
  ) execute function refuse_holding_change();

-- Settled income of plans and interest, for the figures of other features.
create view member_income as
  select member_id, settled_at, income, 'plan' as kind from plan where income is not null
  union all
  select member_id, ended_at, interest, 'financing' from holding where state <> 'running';
