-- The hourly tree over all member balances (core/proofs). Roots are kept forever, the levels for a limited time.
create table balance_tree (
  -- The statement's number: counted from 1 without gaps.
  id bigint primary key check (id > 0),
  -- Product time of the snapshot, and its hour: one tree per hour, built by any node.
  at timestamptz not null,
  hour timestamptz not null unique,
  root_hash bytea not null check (octet_length(root_hash) = 32),
  total bigint not null check (total >= 0),
  member_count integer not null check (member_count >= 0),
  -- The house's USDT accounts in the same snapshot: [{ "account", "balance" }], micro-USDT as text.
  house jsonb not null,
  -- Digest of the statement before, zeros for the first: no two statements follow the same one.
  previous bytea not null unique check (octet_length(previous) = 32),
  -- SHA-256 of the statement's text (core/proofs/root-feed.ts), and its signature by the Ed25519 key.
  digest bytea not null unique check (octet_length(digest) = 32),
  signing_key bytea not null check (octet_length(signing_key) = 32),
  signature bytea not null check (octet_length(signature) = 64)
);

create trigger append_only before update or delete on balance_tree
for each statement execute function ledger.refuse('a published root stays');
create trigger never_truncated before truncate on balance_tree
for each statement execute function ledger.refuse('a published root stays');
alter table balance_tree enable always trigger append_only;
alter table balance_tree enable always trigger never_truncated;

-- Every root follows the newest one, later in time.
create function follow_newest_root() returns trigger language plpgsql as $$
declare
  newest balance_tree;
begin
  select * into newest from balance_tree order by id desc limit 1;
  if new.id <> coalesce(newest.id, 0) + 1
    or new.previous <> coalesce(newest.digest, decode(repeat('00', 32), 'hex'))
    or new.at <= newest.at then
    raise exception 'root % does not follow root %', new.id, coalesce(newest.id, 0)
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger follows_newest before insert on balance_tree for each row execute function follow_newest_root();
alter table balance_tree enable always trigger follows_newest;

-- A member's salts are both halves of SHA-512 of this and the member's id: knowing it allows linking leaves to members. Deleted with
-- the levels.
create table balance_tree_secret (
  tree_id bigint primary key references balance_tree (id),
  secret bytea not null check (octet_length(secret) = 32)
);

-- Every tenth level of each half of a tree, 1024 nodes per row: the levels between are computed again when a path is requested.
create table balance_tree_part (
  tree_id bigint not null references balance_tree (id) deferrable,
  half smallint not null check (half in (0, 1)),
  level smallint not null check (level >= 0),
  number integer not null check (number >= 0),
  -- Leaves are ordered by salt, so that a leaf's neighbours are random, and differ in every tree and half.
  first_salt bytea check ((first_salt is not null) = (level = 0)),
  nodes bytea not null check (octet_length(nodes) % 40 = 0),
  primary key (tree_id, half, level, number)
);

create index balance_tree_part_salt on balance_tree_part (tree_id, half, first_salt) where level = 0;

-- Hashes and sums do not compress.
alter table balance_tree_part alter column nodes set storage external;
