import type pg from 'pg';
import * as z from 'zod/mini';
import { type BalanceTreeRoot, houseUsdtAccount } from '#contract/proofs.ts';
import { usdt } from '#core/money/amount.ts';

/** Roots that the public list shows: two days. */
const rootsListed = 48;

const houseColumn = z.array(z.object({ account: houseUsdtAccount, balance: z.string() }));

interface TreeRow {
  readonly id: bigint;
  readonly at: Date;
  readonly root_hash: Buffer;
  readonly total: bigint;
  readonly member_count: number;
  readonly house: unknown;
  readonly salt_secret: Buffer | null;
}

const columns = 'id, at, root_hash, total, member_count, house, salt_secret';

/** A published tree; the secret of its salts is null once its levels are gone. */
export interface StoredTree {
  readonly id: bigint;
  readonly root: BalanceTreeRoot;
  readonly saltSecret: Uint8Array | null;
}

/** The newest roots first. */
export async function latestRoots(pool: pg.Pool): Promise<BalanceTreeRoot[]> {
  const { rows } = await pool.query<TreeRow>(`select ${columns} from balance_tree order by hour desc limit $1`, [
    rootsListed,
  ]);
  return rows.map((row) => treeOf(row).root);
}

/** The tree of that number, or the newest. */
export async function findTree(pool: pg.Pool, id: bigint | null): Promise<StoredTree | null> {
  const { rows } = await pool.query<TreeRow>(
    `select ${columns} from balance_tree where $1::bigint is null or id = $1 order by hour desc limit 1`,
    [id],
  );
  return rows[0] ? treeOf(rows[0]) : null;
}

function treeOf(row: TreeRow): StoredTree {
  return {
    id: row.id,
    root: {
      tree: String(row.id),
      at: row.at.getTime(),
      root: row.root_hash.toString('hex'),
      members: row.member_count,
      total: usdt(row.total),
      house: houseColumn.parse(row.house).map(({ account, balance }) => ({ account, balance: usdt(BigInt(balance)) })),
    },
    saltSecret: row.salt_secret,
  };
}
