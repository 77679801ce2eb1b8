import type pg from 'pg';
import { marksOf, nodeBytesOf } from '#core/proofs/balance-tree.ts';
import { owedToMembersSql } from '#server/ledger/member-sums.ts';
import { builtVersion } from './tree-parts.ts';

/**
 * Writes the leaves of a tree: every member with the sum of their USDT accounts and both balances of points, each split in two, each half in the
 * order of its salts, `size` to a row. The database hashes them (as core's `leafNode` does): neither salts nor balances of a million members come through this
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

/** What a leaf has sums of, and which bytes of the salts split it: other ones for each, and not the first ones, which order the leaves. */
const splitBy = [
  ['usdt', 24],
  ['assistance', 16],
  ['promotion', 8],
] as const;

const nodeBytes = nodeBytesOf(builtVersion);

const columnsOf = (sql: (name: string, firstByte: number) => string): string =>
  splitBy.map(([name, firstByte]) => sql(name, firstByte)).join(', ');

/**
 * A name in lower case is the same everywhere: letters of account names are those of ASCII. A deleted account has none. Each half is sorted by its salt alone, which
 * sorts faster than by the half and the salt.
 */
const insertLeaves = `
  with owing as materialized (
    select convert_to(coalesce(lower(m.username collate "C"), ''), 'UTF8') as name,
      ${columnsOf((name) => `coalesce(owed.${name}, 0) as ${name}`)},
      sha512($2::bytea || int8send(m.id)) as salts
    from member as m
    left join (
      ${owedToMembersSql()}
    ) as owed on owed.member_id = m.id
  ), split as materialized (
    select name, substr(salts, 1, 32) as left_salt, substr(salts, 33) as right_salt,
      ${columnsOf((name, firstByte) => `${name}, (${bitsOf('salts', firstByte)}) % (${name} + 1) as left_${name}`)}
    from owing
  ), halves as (
    select 0 as half, ${inOrderOf('left_salt', (name) => `left_${name}`)} from split
    union all
    select 1, ${inOrderOf('right_salt', (name) => `${name} - left_${name}`)} from split
  ), written as (
    insert into balance_tree_part (tree_id, half, level, number, first_salt, nodes)
    select $1, half, 0, number, substr(salts, number * $3 * 32 + 1, 32),
      substr(nodes, number * $3 * ${nodeBytes} + 1, $3 * ${nodeBytes})
    from halves, generate_series(0, (members + $3 - 1) / $3 - 1) as number
    returning half, octet_length(nodes) as bytes
  )
  select sum(bytes)::bigint / ${nodeBytes} as members from written where half = 0`;

/** SQL of all leaves of a half, one after the other in the order of their salts, and of these: one sort serves both. */
function inOrderOf(salt: string, amountOf: (name: string) => string): string {
  const sums = splitBy.map(([name]) => `int8send(${amountOf(name)})`).join(' || ');
  return `string_agg(${leafOf(salt, sums)}, ''::bytea order by ${salt}) as nodes,
      string_agg(${salt}, ''::bytea order by ${salt}) as salts, count(*)::int as members`;
}

/** SQL of a leaf's hash and sums, as core's `leafNode` makes them. */
function leafOf(salt: string, sums: string): string {
  const mark = `'\\x${marksOf(builtVersion).leafMark.toString(16).padStart(2, '0')}'::bytea`;
  return `sha256(${mark} || ${salt} || ${sums} || name) || ${sums}`;
}

/** SQL of a bigint from 0, made of eight bytes. */
function bitsOf(bytes: string, firstByte: number): string {
  const taken = Array.from({ length: 8 }, (_, index) => {
    const byte = `get_byte(${bytes}, ${firstByte + index})`;
    return `(${index === 0 ? `(${byte} & 127)` : byte}::bigint << ${8 * (7 - index)})`;
  });
  return taken.join(' | ');
}
