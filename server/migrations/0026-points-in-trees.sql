-- Trees of version 2: points beside USDT. Roots of version 1 stay as they are.

-- Sums of all members' points and the house's accounts of points in the same snapshot, whole points as text:
-- { "assistance", "promotion", "house": [{ "account", "balance" }] }. Null in version 1.
alter table balance_tree add column points jsonb;

-- A node is a hash of 32 bytes, then one sum of 8 bytes or three.
alter table balance_tree_part drop constraint balance_tree_part_nodes_check,
  add constraint balance_tree_part_nodes_check check (octet_length(nodes) % 40 = 0 or octet_length(nodes) % 56 = 0);
