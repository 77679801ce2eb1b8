import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { housePointsAccount, houseUsdtAccount, type PublishedRoot } from '#contract/proofs.ts';
import { points, usdt } from '#core/money/amount.ts';
import { parentNode } from '#core/proofs/balance-tree.ts';
import { noPrevious, signRoot } from '#core/proofs/root-feed.ts';
import { hourMs } from '#core/time/lengths.ts';
import { houseBalances } from '#server/ledger/ledger-reader.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { withLock } from '#server/platform/locks.ts';
import { logHeadOn } from '#server/platform/operators/act-log.ts';
import { insertRoot, latestRoots } from './balance-roots.ts';
import { writeLeaves } from './balance-snapshot.ts';
import { partSize, writeLevels } from './tree-parts.ts';

export interface BuildDependencies {
  readonly pool: pg.Pool;
  readonly clock: Pick<ProductClock, 'now'>;
  /** 32 secret bytes of the Ed25519 key that signs roots, the same on every node. */
  readonly signingKey: Uint8Array;
}

/** Trees whose paths can be asked for. */
export const treesKept = 24;

/** `built`: a root was published. `current`: this hour has its tree. `elsewhere`: another node is building it. */
export type BuildResult = 'built' | 'current' | 'elsewhere';

/**
 * Builds the tree of the hour from one consistent snapshot of the books, publishes its root with the head of the operators' log, all of it
 * or nothing. The lock
 * is taken before the snapshot, so that a node that waited sees the tree of the one before it.
 */
export async function buildTree({ pool, ...dependencies }: BuildDependencies): Promise<BuildResult> {
  return (await withLock(pool, 'balanceTree', (client) => build(client, dependencies))) ?? 'elsewhere';
}

async function build(
  client: pg.PoolClient,
  { clock, signingKey }: Omit<BuildDependencies, 'pool'>,
): Promise<BuildResult> {
  await client.query('begin isolation level repeatable read');
  const [newest] = await latestRoots(client, 1);
  const at = clock.now();
  const hour = Math.floor(at / hourMs) * hourMs;
  if (newest && newest.at >= hour) {
    await client.query('rollback');
    return 'current';
  }
  const balances = await houseBalances(client);
  const house = balances
    .filter(({ asset }) => asset === 'USDT')
    .map(({ name, balance }) => ({ account: houseUsdtAccount.parse(name), balance: usdt(balance) }));
  const housePoints = balances
    .filter(({ asset }) => asset === 'PTS')
    .map(({ name, balance }) => ({ account: housePointsAccount.parse(name), balance: points(balance) }));
  const number = (newest?.number ?? 0) + 1;
  const secret = randomBytes(32);
  await client.query('set constraints all deferred');
  const members = await writeLeaves(client, BigInt(number), secret, partSize);
  const left = await writeLevels(client, BigInt(number), 0, members);
  const top = parentNode(left, await writeLevels(client, BigInt(number), 1, members));
  if (!top.points) throw new Error('a tree was built without points');
  const log = await logHeadOn(client);
  const statement = {
    ...{ number, at, members, house, total: top.sum },
    points: { ...top.points, house: housePoints },
    log: { acts: Number(log.position), head: log.hash },
    root: Buffer.from(top.hash).toString('hex'),
    previous: newest?.digest ?? noPrevious,
  };
  const root: PublishedRoot = { ...signRoot(statement, signingKey), ...statement };
  await insertRoot(client, root, new Date(hour));
  await client.query('insert into balance_tree_secret (tree_id, secret) values ($1, $2)', [number, secret]);
  await prune(client, number - treesKept);
  await client.query('commit');
  return 'built';
}

/** Roots stay; levels and secrets of trees up to that number go. */
async function prune(client: pg.PoolClient, upTo: number): Promise<void> {
  await client.query('delete from balance_tree_secret where tree_id <= $1', [upTo]);
  await client.query('delete from balance_tree_part where tree_id <= $1', [upTo]);
}
