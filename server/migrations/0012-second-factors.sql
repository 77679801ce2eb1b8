-- Beside the password: authenticator apps with their backup codes, and passkeys. Wall time throughout, as sessions are.

-- Set up but not confirmed while confirmed_at is null: it counts for nothing yet.
create table authenticator (
  member_id bigint primary key references member (id),
  -- The secret, AES-256-GCM: 12 bytes of nonce, the text, 16 bytes of tag. The key is not in this database.
  sealed bytea not null check (octet_length(sealed) > 28),
  started_at timestamptz not null,
  confirmed_at timestamptz check (confirmed_at >= started_at),
  -- Codes of this step of 30 seconds, and of those before it, are not taken any more: each code is good for one use.
  last_step bigint not null default 0 check (last_step >= 0),
  -- Wrong codes in a row.
  failures integer not null default 0 check (failures >= 0),
  last_failed_at timestamptz not null default 'epoch',
  locked_until timestamptz not null default 'epoch'
);

create table backup_code (
  member_id bigint not null references authenticator (member_id) on delete cascade,
  -- HMAC-SHA-256 under a key that is not in this database.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (member_id, code_hash)
);

create table passkey (
  -- Chosen by the device, one in the world.
  credential_id bytea primary key check (octet_length(credential_id) between 1 and 1023),
  member_id bigint not null references member (id),
  -- What it is called in lists; begins with the time.
  id text not null,
  name text not null check (length(name) between 1 and 40),
  public_key bytea not null check (octet_length(public_key) between 1 and 4096),
  -- Goes up with each use, or stays 0 on devices that do not count: one that goes back was copied.
  counter bigint not null check (counter >= 0),
  synced boolean not null,
  added_at timestamptz not null,
  last_used_at timestamptz
);

create unique index passkey_member on passkey (member_id, id);

-- What a device is asked to sign: once, by one browser, for one purpose.
create table passkey_challenge (
  -- SHA-256 of the token in the browser's cookie.
  browser_hash bytea primary key check (octet_length(browser_hash) = 32),
  challenge text not null check (length(challenge) between 22 and 128),
  -- Who adds a passkey; null for a sign-in.
  member_id bigint references member (id),
  -- Whose it is: an address, or the network an IPv6 address is counted by.
  network text not null check (length(network) <= 64),
  asked_at timestamptz not null,
  expires_at timestamptz not null
);

create index passkey_challenge_network on passkey_challenge (network, asked_at);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
