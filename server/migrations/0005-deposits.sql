-- Deposits of test funds: what was asked for, and how far the rail says it has come. Crediting is the ledger's.

create table deposit (
  member_id bigint not null,
  -- Begins with the time of the request, so that the primary key is also the order of the list.
  id text not null,
  channel text not null,
  amount bigint not null check (amount > 0),
  address text not null,
  requested_at timestamptz not null,
  state text not null default 'requested' check (state in ('requested', 'seen', 'confirmed', 'rejected')),
  confirmations smallint not null default 0 check (confirmations >= 0),
  confirmed_at timestamptz,
  -- A repeated request finds its deposit by its key; the hash tells it from another one under the same key.
  request_key text not null,
  input_hash text not null,
  check ((state = 'confirmed') = (confirmed_at is not null)),
  primary key (member_id, id),
  unique (member_id, request_key)
);

-- Deposits that the rail still works on, in the order the watcher pages through them.
create index deposit_open on deposit (id, member_id) where state in ('requested', 'seen');

create function refuse_deposit_change() returns trigger language plpgsql as $$
begin
  raise exception 'a deposit is never deleted, and never changed once it is confirmed or rejected' using errcode = 'restrict_violation';
end $$;

create trigger deposit_never_deleted before delete on deposit for each row execute function refuse_deposit_change();
create trigger deposit_ends_once before update on deposit
  for each row when (
    old.state in ('confirmed', 'rejected')
    or (old.member_id, old.id, old.channel, old.amount, old.address, old.requested_at, old.request_key, old.input_hash)
      is distinct from (new.member_id, new.id, new.channel, new.amount, new.address, new.requested_at, new.request_key, new.input_hash)
  ) execute function refuse_deposit_change();
