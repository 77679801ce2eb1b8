-- Deposits of test funds: the request and its status by the rail. The ledger credits them.

create table deposit (
  member_id bigint not null,
  -- Starts with the time of the request, so that the primary key is also the order of the list.
  id text not null,
  channel text not null,
  -- The announced amount; null for an unannounced transfer.
  amount bigint check (amount > 0),
  address text not null,
  requested_at timestamptz not null,
  state text not null default 'requested' check (state in ('requested', 'seen', 'confirmed', 'rejected')),
  confirmations smallint not null default 0 check (confirmations >= 0),
  confirmed_at timestamptz,
  -- A repeated request finds its deposit by its key; the hash detects a different request with the same key.
  request_key text not null,
  input_hash text not null,
  -- The received amount, null until known: in minor units of USDT, and wide enough for any minted amount.
  arrived numeric(78, 0) check (arrived > 0),
  -- The rail's id of the transfer, and the hash of its transaction.
  transfer text,
  transaction_hash text,
  reason text check (reason in ('belowMinimum', 'aboveMaximum')),
  -- Image of the payment.
  image_id text,
  check ((state = 'confirmed') = (confirmed_at is not null)),
  check (amount is not null or arrived is not null),
  check ((arrived is null) = (transfer is null) and (transfer is null) = (transaction_hash is null)),
  check (reason is null or state = 'rejected'),
  primary key (member_id, id),
  unique (member_id, request_key),
  foreign key (member_id, image_id) references image (member_id, id)
);

-- Deposits that have not ended, in the order in which the poll pages through them.
create index deposit_open on deposit (id, member_id) where state in ('requested', 'seen');

-- A transfer is one deposit, whether the member or the poll finds it first.
create unique index deposit_transfer on deposit (member_id, transfer) where transfer is not null;

-- Not unique: the image's holder column enforces one holder, and a repeated request must only hit the conflict on the key.
create index deposit_image on deposit (member_id, image_id) where image_id is not null;

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
    or (old.transfer is not null and (old.transfer, old.transaction_hash) is distinct from (new.transfer, new.transaction_hash))
  ) execute function refuse_deposit_change();

-- Deposits that come in as token transfers on a development chain or a public test network.

-- How far a chain has been read: up to and with this block.
create table chain_watch (
  chain_id bigint primary key,
  -- Distinguishes chains with the same id, as development chains have.
  genesis_hash text not null,
  token text not null,
  token_decimals smallint not null check (token_decimals between 0 and 6),
  -- Blocks up to this one are not read.
  started_after bigint not null check (started_after >= 0),
  block_number bigint not null check (block_number >= started_after),
  block_hash text not null,
  -- Wall time of the last read to the chain's head.
  read_at timestamptz not null default now()
);

-- Blocks that were read, as far back as a reorganisation may reach: reading continues from the newest that is still on the chain.
create table chain_block (
  chain_id bigint not null references chain_watch,
  number bigint not null,
  hash text not null,
  primary key (chain_id, number)
);

-- Deposit addresses of members, permanently assigned.
create table deposit_address (
  member_id bigint not null,
  chain_id bigint not null references chain_watch,
  -- With checksum.
  address text not null,
  -- Fingerprint of the extended public key that it was derived from.
  account text not null,
  -- Head of the chain at assignment: earlier transfers to the address are not this member's.
  issued_after bigint not null,
  primary key (member_id, chain_id, account),
  unique (chain_id, address)
);

-- Token transfers to those addresses, by log index within their transaction: a reorganisation may move the transaction to another
-- block, but changes neither this index nor the hash.
create table chain_transfer (
  member_id bigint not null,
  chain_id bigint not null references chain_watch,
  transaction_hash text not null,
  place integer not null check (place >= 0),
  address text not null,
  -- In minor units of USDT.
  amount numeric(78, 0) not null check (amount > 0),
  -- Null while the transaction is in no block, after a reorganisation.
  block_number bigint,
  block_hash text,
  -- Null until the deposit has ended.
  outcome text check (outcome in ('credited', 'rejected')),
  -- When a reorganisation removed it after it was credited or rejected.
  lost_at timestamptz,
  primary key (chain_id, transaction_hash, place),
  check ((block_number is null) = (block_hash is null)),
  check (lost_at is null or (outcome is not null and block_number is null))
);

create index chain_transfer_unfinished on chain_transfer (chain_id, transaction_hash, place) where outcome is null;
create index chain_transfer_block on chain_transfer (chain_id, block_number) where block_number is not null;
create index chain_transfer_lost on chain_transfer (chain_id) where lost_at is not null;

create function refuse_transfer_change() returns trigger language plpgsql as $$
begin
  raise exception 'a transfer of a chain is never deleted, and what was credited stays as it was' using errcode = 'restrict_violation';
end $$;

create trigger chain_transfer_never_deleted before delete on chain_transfer
  for each row execute function refuse_transfer_change();
create trigger chain_transfer_stays before update on chain_transfer
  for each row when (
    (old.chain_id, old.transaction_hash, old.place) is distinct from (new.chain_id, new.transaction_hash, new.place)
    or (old.outcome is not null and (old.member_id, old.address, old.amount, old.outcome)
      is distinct from (new.member_id, new.address, new.amount, new.outcome))
  ) execute function refuse_transfer_change();
