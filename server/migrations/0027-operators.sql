-- Operators: who may run the platform, how they sign in, and the log of what they do. No operator is a member. Wall time throughout.

create table operator (
  -- Recorded with every decision; never used again for somebody else.
  name text collate "C" primary key check (name ~ '^[a-z][a-z0-9._-]{1,39}$'),
  role text not null check (role in ('owner', 'finance', 'support', 'auditor')),
  locale text not null default 'en',
  -- Beside the authenticator app; null for one who signs in with passkeys alone.
  password_hash text check (password_hash like '$argon2id$%'),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);

create function guard_operator() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.name <> old.name or new.created_at <> old.created_at or old.ended_at is not null then
    raise exception 'operators keep their names, and who has ended does not come back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger operator_stays before update or delete on operator for each row execute function guard_operator();

-- One-time links to enrol a passkey or an authenticator app.
create table operator_link (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  operator text collate "C" not null references operator (name),
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  -- The secret drawn for an authenticator app, sealed as below; null until one is asked for.
  sealed bytea check (octet_length(sealed) > 28),
  used_at timestamptz
);

create index operator_link_operator on operator_link (operator);

create table operator_passkey (
  credential_id bytea primary key check (octet_length(credential_id) between 1 and 1023),
  operator text collate "C" not null references operator (name),
  name text not null check (length(name) between 1 and 40),
  public_key bytea not null check (octet_length(public_key) between 1 and 4096),
  -- Signature counter: increases with each use, or stays 0 on devices without one. A decrease means a cloned passkey.
  counter bigint not null check (counter >= 0),
  added_at timestamptz not null,
  last_used_at timestamptz
);

create index operator_passkey_operator on operator_passkey (operator);

create table operator_authenticator (
  operator text collate "C" primary key references operator (name),
  -- The secret, AES-256-GCM: 12 bytes of nonce, the ciphertext, 16 bytes of tag. The key is not in this database.
  sealed bytea not null check (octet_length(sealed) > 28),
  confirmed_at timestamptz not null,
  -- The newest used step of 30 seconds: each code works once.
  last_step bigint not null default 0 check (last_step >= 0)
);

create table operator_session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  operator text collate "C" not null references operator (name),
  created_at timestamptz not null,
  last_seen_at timestamptz not null check (last_seen_at >= created_at),
  expires_at timestamptz not null check (expires_at <= created_at + interval '8 hours'),
  ended_at timestamptz,
  user_agent text not null check (length(user_agent) <= 256),
  address text not null check (length(address) <= 64)
);

create index operator_session_operator on operator_session (operator, created_at);

-- Every act of an operator, written in the transaction of the act.
create table operator_act (
  id bigint generated always as identity primary key,
  operator text collate "C" not null references operator (name),
  -- At the time of the act.
  role text not null check (role in ('owner', 'finance', 'support', 'auditor')),
  act text not null check (act ~ '^[a-z][A-Za-z]{2,39}$'),
  -- What it was done to: kind and id.
  subject text not null check (length(subject) between 1 and 100),
  -- The member whom it touches.
  member_id bigint,
  reason text not null check (length(reason) <= 200),
  -- A JSON object of strings, as it is hashed.
  detail text not null check (length(detail) <= 4000),
  at timestamptz(3) not null default now()
);

create index operator_act_at on operator_act (at);
create index operator_act_operator on operator_act (operator, id);
create index operator_act_member on operator_act (member_id, id) where member_id is not null;

-- The role is the operator's at this moment: of an act and the end of its role at the same time one comes first.
create function guard_operator_act() returns trigger language plpgsql as $$
begin
  perform from operator where name = new.operator and role = new.role and ended_at is null for share;
  if not found then
    raise exception '% is no operator with the role %', new.operator, new.role using errcode = 'restrict_violation';
  end if;
  new.at := now();
  return new;
end $$;

create trigger operator_act_by_operator before insert on operator_act
  for each row execute function guard_operator_act();

-- The chain over the acts: SHA-256 over the hash before it and the act (core/operators/act-chain.ts). Written by one node at a time,
-- after the acts, so that acts do not wait for each other.
create table operator_act_chain (
  position bigint primary key check (position > 0),
  act_id bigint not null unique references operator_act (id),
  hash bytea not null check (octet_length(hash) = 32),
  chained_at timestamptz not null default now()
);

-- Positions have no gap: the primary key refuses two of one position, this one those that leave some out.
create function guard_operator_act_chain() returns trigger language plpgsql as $$
begin
  if new.position > 1 and not exists (select from operator_act_chain where position = new.position - 1) then
    raise exception 'position % of the log has nothing before it', new.position using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger operator_act_chain_in_order before insert on operator_act_chain
  for each row execute function guard_operator_act_chain();

create function refuse_operator_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'the log of operators is append-only' using errcode = 'restrict_violation';
end $$;

create trigger operator_act_append_only before update or delete on operator_act
  for each row execute function refuse_operator_log_change();
create trigger operator_act_not_truncated before truncate on operator_act
  for each statement execute function refuse_operator_log_change();
create trigger operator_act_chain_append_only before update or delete on operator_act_chain
  for each row execute function refuse_operator_log_change();
create trigger operator_act_chain_not_truncated before truncate on operator_act_chain
  for each statement execute function refuse_operator_log_change();

-- Which roles decide on what (contract/operators-approvals.ts).
create function may_decide(of_role text, of_kind text) returns boolean language sql immutable as $$
  select of_role = any (case of_kind
    when 'withdrawal' then array['owner', 'finance']
    when 'recovery' then array['owner', 'support']
    when 'disbursement' then array['owner', 'finance']
    when 'funding' then array['owner', 'finance']
  end)
$$;

create function guard_approval_operator() returns trigger language plpgsql as $$
begin
  perform from operator where name = new.operator and may_decide(role, new.kind) and ended_at is null for share;
  if not found then
    raise exception '% is no operator who decides on a %', new.operator, new.kind using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger approval_decision_by_operator before insert on approval_decision
  for each row execute function guard_approval_operator();

-- What touched a member stands in that member's own list.
alter table security_act add column operator_act bigint references operator_act (id);
