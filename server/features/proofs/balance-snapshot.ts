import type pg from 'pg';
import { owedToMembersSql } from '#server/ledger/member-sums.ts';

/**
 * Writes the leaves of a tree: every member with the sum of their USDT accounts, split in two, each half in the order of its salts, `size`
 * to a row. The database hashes them (as core's `leafNode` does): neither salts nor balances of a million members come through this
 * process. In the caller's transaction, whose snapshot it is. Returns how many members there are.
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

/**
 * A name in lower case is the same everywhere: letters of account names are those of ASCII. Where a balance is split follows from the last
 * bytes of the left salt: the first ones, which order the leaves, tell nothing about them. Each half is sorted by its salt alone, which
 * sorts faster than by the half and the salt.
 */
const insertLeaves = `
  with owing as materialized (
    select convert_to(lower(m.username collate "C"), 'UTF8') as name, coalesce(owed.balance, 0) as balance,
      sha512($2::bytea || int8send(m.id)) as salts
    from member as m
    left join (
      ${owedToMembersSql()}
    ) as owed on owed.member_id = m.id
  ), split as materialized (
    select name, balance, substr(salts, 1, 32) as left_salt, substr(salts, 33) as right_salt,
      (${bitsOf('salts', [24, 25, 26, 27, 28, 29, 30, 31])}) % (balance + 1) as left_amount
    from owing
  ), placed as (
    select 0 as half, row_number() over (order by left_salt) - 1 as place, left_salt as salt,
      ${leafOf('left_salt', 'left_amount')} as node
    from split
    union all
    select 1, row_number() over (order by right_salt) - 1, right_salt, ${leafOf('right_salt', 'balance - left_amount')}
    from split
  ), written as (
    insert into balance_tree_part (tree_id, half, level, number, first_salt, nodes)
    select $1, half, 0, place / $3, (array_agg(salt) filter (where place % $3 = 0))[1], string_agg(node, ''::bytea order by place)
    from placed group by half, place / $3
    returning half, octet_length(nodes) as bytes
  )
  select sum(bytes)::bigint / 40 as members from written where half = 0`;

/** SQL of a leaf's hash and sum, as core's `leafNode` makes them. */
function leafOf(salt: string, amount: string): string {
  return `sha256('\\x00'::bytea || ${salt} || int8send(${amount}) || name) || int8send(${amount})`;
}

/** SQL of a bigint from 0, made of these bytes. */
function bitsOf(bytes: string, places: readonly number[]): string {
  const taken = places.map((place, index) => {
    const byte = index === 0 ? `(get_byte(${bytes}, ${place}) & 127)` : `get_byte(${bytes}, ${place})`;
    return `(${byte}::bigint << ${8 * (places.length - 1 - index)})`;
  });
  return taken.join(' | ');
}
