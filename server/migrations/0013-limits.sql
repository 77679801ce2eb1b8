-- Loss limits and self-exclusion of members, and the check that every stake passes before it is recorded. The protections change by
-- this database's own clock (`protection_time`); losses are counted by the days of the product clock, which plans settle by.

-- Members who ever set a limit or excluded themselves: for all others the check is one lookup in this table.
create table member_guard (
  member_id bigint primary key
);

create table loss_limit (
  member_id bigint not null references member_guard (member_id),
  period text not null check (period in ('day', 'week')),
  -- Null: no limit.
  amount bigint check (amount > 0),
  -- A waiting looser limit, and the time from which it applies.
  next_amount bigint check (next_amount > 0),
  next_at timestamptz,
  -- The zone by which this limit's days are counted, beside the member's own: after a move the earlier start of the two counts, so
  -- that moving never begins a new day.
  time_zone text not null,
  changed_at timestamptz not null,
  primary key (member_id, period),
  -- Only looser limits wait.
  check (next_at is not null or next_amount is null),
  check (next_at is null or (amount is not null and (next_amount is null or next_amount > amount)))
);

create table self_exclusion (
  member_id bigint primary key references member_guard (member_id),
  began_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > began_at),
  -- Early end.
  lifts_at timestamptz check (lifts_at < ends_at),
  changed_at timestamptz not null check (changed_at >= began_at)
);

-- The limit in force at a time, null for none.
create function limit_at(amount bigint, next_amount bigint, next_at timestamptz, at timestamptz) returns bigint
language sql immutable parallel safe as $$
  select case when next_at <= at then next_amount else amount end
$$;

create function refuse_loosening() returns trigger language plpgsql as $$
begin
  raise exception 'a protection is never deleted, and never loosened sooner than a day after it was asked for'
    using errcode = 'restrict_violation';
end $$;

create trigger loss_limit_never_deleted before delete on loss_limit for each row execute function refuse_loosening();
create trigger loss_limit_loosens_late before update on loss_limit
  for each row when (
    new.member_id <> old.member_id or new.period <> old.period or new.changed_at < old.changed_at
    or coalesce(new.amount, 9223372036854775807)
      > coalesce(limit_at(old.amount, old.next_amount, old.next_at, protection_time(new.changed_at)), 9223372036854775807)
    or (new.next_at is distinct from old.next_at and new.next_at < protection_time(new.changed_at) + interval '23 hours 59 minutes')
    or (new.next_at = old.next_at and coalesce(new.next_amount, 9223372036854775807) > coalesce(old.next_amount, 9223372036854775807))
  ) execute function refuse_loosening();

create trigger self_exclusion_never_deleted before delete on self_exclusion for each row execute function refuse_loosening();
create trigger self_exclusion_never_shortened before update on self_exclusion
  -- A new exclusion begins after the previous one; a running one can only be extended.
  for each row when (
    case when new.began_at = old.began_at then new.ends_at < old.ends_at
      else new.began_at < least(old.ends_at, old.lifts_at) end
    or new.changed_at < old.changed_at
    or (new.lifts_at is distinct from old.lifts_at and new.lifts_at < protection_time(new.changed_at) + interval '23 hours 59 minutes')
  ) execute function refuse_loosening();

-- Running stakes of every kind, with their maximum losses. A new kind is one more `union all` here.
create view stake_at_risk as
  select member_id, at_risk as amount from plan where income is null;

-- Losses of ended stakes of every kind. A new kind is one more `union all` here.
create view stake_lost as
  select member_id, -income as amount, settled_at as lost_at from plan where income < 0;

-- Loss since a time, 0 or more.
create function lost_since(of_member bigint, since timestamptz) returns bigint language sql stable parallel safe as $$
  select coalesce(sum(amount), 0)::bigint from stake_lost where member_id = of_member and lost_at >= since
$$;

-- Maximum loss of the running stakes, 0 or more.
create function at_risk_of(of_member bigint) returns bigint language sql stable parallel safe as $$
  select coalesce(sum(amount), 0)::bigint from stake_at_risk where member_id = of_member
$$;

-- What counts against each limit of a member at a time, and since when.
create function loss_counts(of_member bigint, at timestamptz)
returns table (period text, maximum bigint, lost bigint, at_risk bigint, since timestamptz) language sql stable parallel safe as $$
  select c.period, c.maximum, lost_since(of_member, c.since), at_risk_of(of_member), c.since
  from (
    select l.period, limit_at(l.amount, l.next_amount, l.next_at, protection_time(at)) as maximum,
      least(start_of_period(l.period, at, l.time_zone), start_of_period(l.period, at, m.time_zone)) as since
    from loss_limit as l left join member as m on m.id = l.member_id
    where l.member_id = of_member
  ) as c
  where c.maximum is not null
$$;

-- End of a member's exclusion, or null for one who is not excluded.
create function excluded_until(of_member bigint, at timestamptz) returns timestamptz language sql stable parallel safe as $$
  select least(ends_at, lifts_at) from self_exclusion where member_id = of_member and least(ends_at, lifts_at) > protection_time(at)
$$;

-- Whether a member may put that much more at risk. Exact when the caller holds the lock of the member's account `available`
-- (ledger.balances), as every statement does that records a stake or changes a limit.
create function may_lose(of_member bigint, added bigint, at timestamptz) returns boolean language sql stable parallel safe as $$
  select excluded_until(of_member, at) is null
    and not exists (select from loss_counts(of_member, at) where lost + at_risk + added > maximum)
$$;

-- The members of these stakes (parallel arrays) who may not place them: their accounts are frozen, they are excluded, or their stakes
-- in the arrays together exceed a limit. Every statement that records stakes leaves these members out, which refuses their transfers;
-- exact under the lock of their accounts `available`.
create function members_refused_stakes(members bigint[], at_risks bigint[], moments timestamptz[]) returns setof bigint language sql stable parallel safe as $$
  select wanted.member_id
  from (
    select member_id, sum(at_risk)::bigint as at_risk, max(placed_at) as at
    from unnest(members, at_risks, moments) as stake (member_id, at_risk, placed_at)
    group by member_id
  ) as wanted
  left join account_freeze as frozen on frozen.member_id = wanted.member_id
  left join member_guard as guard on guard.member_id = wanted.member_id
  where frozen.member_id is not null
    or (guard.member_id is not null and not may_lose(wanted.member_id, wanted.at_risk, wanted.at))
$$;
