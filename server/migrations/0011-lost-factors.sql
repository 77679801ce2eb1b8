-- Recovery of accounts whose second factors, or every way in, are lost: two operators approve, the member can cancel for three days, and
-- afterwards the account stays frozen for another day. Wall time throughout, like sessions and second factors.

-- Requests for a new login password by who has no way in left. Operators approve one by its number, so that no operator learns or chooses
-- a password. A name that no account has gets a row as well: neither response nor timing shows whether it exists.
create table password_request (
  -- Starts with the time.
  id text primary key,
  member_id bigint references member (id),
  password_hash text not null,
  asked_at timestamptz not null
);

create index password_request_oldest on password_request (asked_at);

create table account_recovery (
  member_id bigint not null references member (id),
  -- Starts with the time.
  id text not null,
  asked_at timestamptz not null,
  -- The approved request and the password that replaces the member's; null where only second factors are lost.
  request_id text,
  password_hash text,
  -- Time of the second approval, when the waiting period begins.
  approved_at timestamptz check (approved_at >= asked_at),
  takes_effect_at timestamptz check (takes_effect_at >= approved_at + interval '72 hours'),
  ended_at timestamptz,
  -- done: the factors were removed. cancelled: by the member. factorUsed, passwordUsed: what was reported as lost was used. refused: by an
  -- operator. expired: the second approval did not come in time.
  outcome text check (outcome in ('done', 'cancelled', 'factorUsed', 'passwordUsed', 'refused', 'expired')),
  primary key (member_id, id),
  check ((approved_at is null) = (takes_effect_at is null)),
  check ((request_id is null) = (password_hash is null)),
  check ((ended_at is null) = (outcome is null)),
  check (outcome is distinct from 'done' or (takes_effect_at is not null and ended_at >= takes_effect_at))
);

-- At most one open recovery per member.
create unique index account_recovery_open on account_recovery (member_id) where ended_at is null;
create index account_recovery_waiting on account_recovery (takes_effect_at) where ended_at is null;

create function guard_new_recovery() returns trigger language plpgsql as $$
begin
  raise exception 'a recovery begins without approvals' using errcode = 'restrict_violation';
end $$;

create trigger account_recovery_begins before insert on account_recovery
  for each row when (new.approved_at is not null or new.ended_at is not null) execute function guard_new_recovery();

-- States only move forward, the waiting period needs the approvals of two operators, and it passes by this database's clock: a minute
-- is left for the time between a node's reading of that clock and the commit.
create function guard_account_recovery() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null
    or (old.member_id, old.id, old.asked_at, old.request_id, old.password_hash)
      is distinct from (new.member_id, new.id, new.asked_at, new.request_id, new.password_hash)
    or (old.approved_at is not null
      and (old.approved_at, old.takes_effect_at) is distinct from (new.approved_at, new.takes_effect_at))
  then
    raise exception 'a recovery is never changed once it is over, and never goes back' using errcode = 'restrict_violation';
  end if;
  if old.approved_at is null and new.approved_at is not null
    and not is_approved('recovery', new.member_id || '.' || new.id, 2)
  then
    raise exception 'a recovery takes the approvals of two operators' using errcode = 'restrict_violation';
  end if;
  if (old.approved_at is null and new.takes_effect_at < protection_time(new.approved_at) + interval '71 hours 59 minutes')
    or (new.outcome = 'done' and old.takes_effect_at > protection_time(new.ended_at))
  then
    raise exception 'a recovery waits for three days' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger account_recovery_goes_forward before update on account_recovery
  for each row execute function guard_account_recovery();
create trigger account_recovery_never_deleted before delete on account_recovery
  for each row execute function refuse_security_change();
