import type pg from 'pg';
import { owedToMembersSql } from '#server/ledger/member-sums.ts';

/**
 * Writes the leaves of a tree: every member with the sum of their USDT accounts, in the order of their salts, `size` to a row. The
 * database hashes them (as core's `leafNode` does): neither salts nor balances of a million members come through this process. In
 * the caller's transaction, whose snapshot it is. Answers how many members there are.
 */
export async function writeLeaves(
  client: pg.ClientBase,
  treeId: bigint,
  saltSecret: Uint8Array,
  size: number,
): Promise<number> {
  // Sorting a million leaves in memory, for this transaction.
  await client.query(`set local work_mem = '${sortMemory}'`);
  const { rows } = await client.query<{ members: bigint | null }>(insertLeaves, [
    treeId,
    Buffer.from(saltSecret),
    size,
  ]);
  return Number(rows[0]?.members ?? 0n);
}

const sortMemory = '256MB';

/** A name in lower case is the same everywhere: letters of account names are those of ASCII. */
const insertLeaves = `
  with leaf as (
    select sha256($2::bytea || int8send(m.id)) as salt, m.username, coalesce(owed.balance, 0) as balance
    from member as m
    left join (
      ${owedToMembersSql()}
    ) as owed on owed.member_id = m.id
  ), placed as (
    select row_number() over (order by salt) - 1 as place, salt,
      sha256('\\x00'::bytea || salt || int8send(balance) || convert_to(lower(username collate "C"), 'UTF8')) || int8send(balance) as node
    from leaf
  ), written as (
    insert into balance_tree_part (tree_id, level, number, first_salt, nodes)
    select $1, 0, place / $3, (array_agg(salt) filter (where place % $3 = 0))[1], string_agg(node, ''::bytea order by place)
    from placed group by place / $3
    returning octet_length(nodes) as bytes
  )
  select sum(bytes)::bigint / 40 as members from written`;
