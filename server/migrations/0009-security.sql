-- Security of withdrawals: withdrawal password, bank card, freeze, and the list of all security acts.

create function refuse_security_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Wall time, like every throttling of guesses.
create table withdrawal_password (
  member_id bigint primary key,
  password_hash text not null check (password_hash like '$argon2id$%'),
  set_at timestamptz not null,
  -- Consecutive failed attempts.
  failures integer not null default 0 check (failures >= 0),
  last_failed_at timestamptz not null default 'epoch',
  locked_until timestamptz not null default 'epoch'
);

-- Reset of a forgotten withdrawal password: takes effect after a day, in which the member can cancel it and the old password stays
-- valid. The row is deleted when it is cancelled or applied; the history is in security_act. Wall time.
create table withdrawal_password_reset (
  member_id bigint primary key references withdrawal_password (member_id),
  password_hash text not null check (password_hash like '$argon2id$%'),
  requested_at timestamptz not null,
  active_from timestamptz not null check (active_from >= requested_at + interval '24 hours')
);

-- Wall time. A card is in use from active_from until the next one's: one at any time.
create table bank_card (
  member_id bigint not null,
  id text not null,
  -- Number and name, AES-256-GCM: 12 bytes of nonce, the ciphertext, 16 bytes of tag. The key is not in this database.
  sealed bytea not null check (octet_length(sealed) > 28),
  -- The readable part.
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  bank_name text not null check (length(bank_name) between 2 and 60),
  bound_at timestamptz not null,
  active_from timestamptz not null check (active_from >= bound_at),
  -- Cancelled by the member before it took effect.
  cancelled_at timestamptz check (cancelled_at < active_from),
  primary key (member_id, id)
);

-- The waits of a day, by this database's clock. A minute is left for the time between a node's reading of that clock and the commit.
create function guard_reset_wait() returns trigger language plpgsql as $$
begin
  if new.active_from < protection_time(new.requested_at) + interval '23 hours 59 minutes' then
    raise exception 'a reset of the withdrawal password waits for a day' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger withdrawal_password_reset_waits before insert or update on withdrawal_password_reset
  for each row execute function guard_reset_wait();

create function guard_withdrawal_password() returns trigger language plpgsql as $$
begin
  if exists (
    select from withdrawal_password_reset
    where member_id = new.member_id and password_hash = new.password_hash and active_from > protection_time(new.set_at)
  ) then
    raise exception 'a reset of the withdrawal password waits for a day' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger withdrawal_password_after_wait before update of password_hash on withdrawal_password
  for each row execute function guard_withdrawal_password();

create function guard_card_wait() returns trigger language plpgsql as $$
begin
  if new.active_from < protection_time(new.bound_at) + interval '23 hours 59 minutes'
    and exists (select from bank_card where member_id = new.member_id)
  then
    raise exception 'a card that replaces another waits for a day' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger bank_card_waits before insert on bank_card for each row execute function guard_card_wait();

-- Of two concurrent first cards only one is stored.
create unique index bank_card_first on bank_card (member_id) where active_from = bound_at;

create trigger bank_card_never_deleted before delete on bank_card for each row execute function refuse_security_change();
create trigger bank_card_never_changed before update on bank_card
  for each row when (
    old.cancelled_at is not null
    or (old.member_id, old.id, old.sealed, old.last_four, old.bank_name, old.bound_at, old.active_from)
      is distinct from (new.member_id, new.id, new.sealed, new.last_four, new.bank_name, new.bound_at, new.active_from)
  ) execute function refuse_security_change();

-- Fingerprint of the key that cards are sealed with: a node with another key must not start.
create table card_key (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);

create table account_freeze (
  member_id bigint primary key,
  frozen_at timestamptz not null,
  -- Freeze of a recovery or by an operator: until then not even the member can lift it. Wall time, unlike frozen_at.
  holds_until timestamptz,
  -- The operator whose freeze holds; null for a recovery's.
  held_by text,
  -- Whether the member froze the account, too: then an operator lifts only the own part.
  by_member boolean not null default true,
  check (held_by is null or holds_until is not null)
);

create function guard_freeze() returns trigger language plpgsql as $$
begin
  if old.held_by is null and old.holds_until > protection_time(null) and (tg_op = 'DELETE' or new.holds_until is null or new.holds_until < old.holds_until or new.held_by is not null) then
    raise exception 'the freeze of a recovery holds for its day' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;

create trigger account_freeze_holds before update or delete on account_freeze
  for each row execute function guard_freeze();

-- Product time.
create table security_act (
  member_id bigint not null,
  -- Starts with the time, so that the primary key is also the order of the list.
  id text not null,
  act text not null,
  detail text not null default '',
  at timestamptz not null,
  primary key (member_id, id)
);

create trigger security_act_append_only before update or delete on security_act
  for each row execute function refuse_security_change();

-- How a member's account is secured, for the figures of other features.
create view member_protection as
  select m.id as member_id,
    exists (select from withdrawal_password as f where f.member_id = m.id) as has_withdrawal_password,
    exists (select from bank_card as c where c.member_id = m.id) as has_bank_card,
    exists (select from account_freeze as z where z.member_id = m.id) as is_frozen
  from member as m;
