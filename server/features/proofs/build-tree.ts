import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { houseBalances } from '#server/ledger/ledger-reader.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { withLock } from '#server/platform/locks.ts';
import { writeLeaves } from './balance-snapshot.ts';
import { partSize, writeLevels } from './tree-parts.ts';

export interface BuildDependencies {
  readonly pool: pg.Pool;
  readonly clock: Pick<ProductClock, 'now'>;
}

export const hourMs = 3_600_000;

/** Trees whose paths can be asked for. */
export const treesKept = 24;

/** `built`: a root was published. `current`: this hour has its tree. `elsewhere`: another node is building it. */
export type BuildResult = 'built' | 'current' | 'elsewhere';

/**
 * Builds the tree of the hour from one consistent snapshot of the books and publishes its root, all of it or nothing. The lock
 * is taken before the snapshot, so that a node that waited sees the tree of the one before it.
 */
export async function buildTree({ pool, clock }: BuildDependencies): Promise<BuildResult> {
  return (await withLock(pool, 'balanceTree', (client) => build(client, clock))) ?? 'elsewhere';
}

async function build(client: pg.PoolClient, clock: BuildDependencies['clock']): Promise<BuildResult> {
  await client.query('begin isolation level repeatable read');
  const newest = await client.query<{ hour: Date }>('select hour from balance_tree order by hour desc limit 1');
  const now = clock.now();
  const hour = Math.floor(now / hourMs) * hourMs;
  if ((newest.rows[0]?.hour.getTime() ?? Number.NEGATIVE_INFINITY) >= hour) {
    await client.query('rollback');
    return 'current';
  }
  const house = (await houseBalances(client)).filter(({ asset }) => asset === 'USDT');
  const saltSecret = randomBytes(32);
  const id = await nextId(client);
  await client.query('set constraints all deferred');
  const memberCount = await writeLeaves(client, id, saltSecret, partSize);
  const root = await writeLevels(client, id, memberCount);
  await client.query(
    `insert into balance_tree (id, at, hour, root_hash, total, member_count, house, salt_secret)
     overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      new Date(now),
      new Date(hour),
      Buffer.from(root.hash),
      root.sum,
      memberCount,
      JSON.stringify(house.map(({ name, balance }) => ({ account: name, balance: String(balance) }))),
      saltSecret,
    ],
  );
  await prune(client);
  await client.query('commit');
  return 'built';
}

async function nextId(client: pg.PoolClient): Promise<bigint> {
  const { rows } = await client.query<{ id: bigint }>(
    `select nextval(pg_get_serial_sequence('balance_tree', 'id')) as id`,
  );
  if (!rows[0]) throw new Error('no number for a tree');
  return rows[0].id;
}

/** Roots stay; levels and secrets of older trees go. */
async function prune(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: bigint }>(
    `update balance_tree set salt_secret = null
     where salt_secret is not null and id not in (select id from balance_tree order by hour desc limit $1)
     returning id`,
    [treesKept],
  );
  await client.query('delete from balance_tree_part where tree_id = any ($1::bigint[])', [rows.map(({ id }) => id)]);
}
