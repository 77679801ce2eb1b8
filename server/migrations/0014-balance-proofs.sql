-- The hourly tree over all member balances (core/proofs). Roots are kept forever, the levels for a limited time.
create table balance_tree (
  id bigint generated always as identity primary key,
  -- Product time of the snapshot, and its hour: one tree per hour, built by any node.
  at timestamptz not null,
  hour timestamptz not null unique,
  root_hash bytea not null check (octet_length(root_hash) = 32),
  total bigint not null check (total >= 0),
  member_count integer not null check (member_count >= 0),
  -- The house's USDT accounts in the same snapshot: [{ "account", "balance" }], micro-USDT as text.
  house jsonb not null,
  -- A member's salt is SHA-256 of this and the member's id: knowing it allows linking leaves to members. Deleted with the levels.
  salt_secret bytea check (octet_length(salt_secret) = 32)
);

-- Every tenth level of a tree, 1024 nodes per row: the levels between are computed again when a path is requested.
create table balance_tree_part (
  tree_id bigint not null references balance_tree (id) deferrable,
  level smallint not null check (level >= 0),
  number integer not null check (number >= 0),
  -- Leaves are ordered by salt, so that a leaf's neighbours are random and differ in every tree.
  first_salt bytea check ((first_salt is not null) = (level = 0)),
  nodes bytea not null check (octet_length(nodes) % 40 = 0),
  primary key (tree_id, level, number)
);

create index balance_tree_part_salt on balance_tree_part (tree_id, first_salt) where level = 0;

-- Hashes and sums do not compress.
alter table balance_tree_part alter column nodes set storage external;
