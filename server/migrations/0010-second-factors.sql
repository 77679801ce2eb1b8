-- Second factors: authenticator apps with their backup codes, and passkeys. Wall time throughout, like sessions.

-- Not confirmed yet, and without effect, while confirmed_at is null.
create table authenticator (
  member_id bigint primary key references member (id),
  -- The secret, AES-256-GCM: 12 bytes of nonce, the ciphertext, 16 bytes of tag. The key is not in this database.
  sealed bytea not null check (octet_length(sealed) > 28),
  started_at timestamptz not null,
  confirmed_at timestamptz check (confirmed_at >= started_at),
  -- The newest used step of 30 seconds; codes of it and of earlier steps are rejected, so that each code works once.
  last_step bigint not null default 0 check (last_step >= 0),
  -- Consecutive wrong codes.
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
  -- Chosen by the device, globally unique.
  credential_id bytea primary key check (octet_length(credential_id) between 1 and 1023),
  member_id bigint not null references member (id),
  -- Id in lists; starts with the time.
  id text not null,
  name text not null check (length(name) between 1 and 40),
  public_key bytea not null check (octet_length(public_key) between 1 and 4096),
  -- Signature counter: increases with each use, or stays 0 on devices without one. A decrease means a cloned passkey.
  counter bigint not null check (counter >= 0),
  synced boolean not null,
  added_at timestamptz not null,
  last_used_at timestamptz
);

create unique index passkey_member on passkey (member_id, id);

-- Challenges to be signed: once, by one browser, for one purpose.
create table passkey_challenge (
  -- SHA-256 of the token in the browser's cookie.
  browser_hash bytea primary key check (octet_length(browser_hash) = 32),
  challenge text not null check (length(challenge) between 22 and 128),
  -- What it is good for: a sign-in, or a passkey that a member or an operator adds, who is named.
  purpose text not null check (purpose ~ '^(signIn|operatorSignIn|(member|operator) [a-z0-9._-]{1,40})$'),
  -- The client: an address, or the network that IPv6 addresses are counted by.
  network text not null check (length(network) <= 64),
  asked_at timestamptz not null,
  expires_at timestamptz not null
);

create index passkey_challenge_network on passkey_challenge (network, asked_at);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
