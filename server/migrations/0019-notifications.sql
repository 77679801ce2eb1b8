-- Notifications are not stored: they are the member's transfers and security acts. Stored are what was read, the switches, and the
-- devices that get push messages.

-- Everything up to a position is read: the newest transfer and the newest act, joined by dots.
create table notification_read_through (
  member_id bigint primary key references member (id),
  position text collate "C" not null
);

-- Notifications after that position that were read one by one.
create table notification_read (
  member_id bigint not null references member (id),
  notification_id text collate "C" not null,
  primary key (member_id, notification_id)
);

create table notification_setting (
  member_id bigint primary key references member (id),
  -- Topics that the member switched off.
  muted text[] not null default '{}' check (muted <@ array['plans', 'deposits', 'withdrawals', 'financing', 'rounds', 'team']),
  -- Push messages, which a locked screen shows, name amounts.
  amounts boolean not null default false
);

-- The key that push messages are signed with, made at the first start.
create table push_key (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  -- AES-256-GCM: 12 bytes of nonce, the ciphertext, 16 bytes of tag. The sealing key is not in this database.
  sealed_private_key bytea not null check (octet_length(sealed_private_key) > 28),
  made_at timestamptz not null default now()
);

-- Devices that get push messages. Wall time.
create table push_device (
  -- SHA-256 of the endpoint: one row for a device, whichever member is signed in on it.
  endpoint_hash bytea primary key check (octet_length(endpoint_hash) = 32),
  member_id bigint not null references member (id),
  -- The session that the device is signed in with.
  session_hash bytea not null check (octet_length(session_hash) = 32),
  endpoint text not null check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 30),
  added_at timestamptz not null default now(),
  -- Newest notification that was sent or passed over.
  position text collate "C" not null,
  -- The node that sends to it has until then; another one may send afterwards.
  claimed_until timestamptz not null default 'epoch',
  -- Consecutive failures, and when the next attempt is due.
  failures smallint not null default 0 check (failures >= 0),
  retry_at timestamptz not null default 'epoch'
);

create index push_device_member on push_device (member_id, added_at);
create index push_device_session on push_device (session_hash);

-- Whatever ends a session ends its push messages in the same transaction: sign-out, revocation, a changed password, a recovery. A
-- renewed token takes them along.
create function follow_push_session() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.ended_at is not null then
    delete from push_device where session_hash = old.token_hash;
  elsif new.replaced_by is distinct from old.replaced_by then
    update push_device set session_hash = new.replaced_by where session_hash = old.token_hash;
  end if;
  return null;
end $$;

create trigger push_follows_session after update of ended_at, replaced_by or delete on session
  for each row execute function follow_push_session();
