import type pg from 'pg';
import * as z from 'zod/mini';
import { housePointsAccount, houseUsdtAccount, type PublishedRoot } from '#contract/proofs.ts';
import { points, usdt } from '#core/money/amount.ts';

const houseColumn = z.array(z.object({ account: houseUsdtAccount, balance: z.string() }));

const pointsColumn = z.nullable(
  z.object({
    assistance: z.string(),
    promotion: z.string(),
    house: z.array(z.object({ account: housePointsAccount, balance: z.string() })),
  }),
);

interface TreeRow {
  readonly id: bigint;
  readonly at: Date;
  readonly root_hash: Buffer;
  readonly total: bigint;
  readonly member_count: number;
  readonly house: unknown;
  readonly points: unknown;
  readonly log_position: bigint | null;
  readonly log_hash: Buffer | null;
  readonly previous: Buffer;
  readonly digest: Buffer;
  readonly signing_key: Buffer;
  readonly signature: Buffer;
}

const columns =
  'id, at, root_hash, total, member_count, house, points, log_position, log_hash, previous, digest, signing_key, signature';

/** A published tree; the secret of its salts is null once its levels are gone. */
export interface StoredTree {
  readonly root: PublishedRoot;
  readonly saltSecret: Uint8Array | null;
}

type Reader = Pick<pg.ClientBase, 'query'>;

/** The newest roots first. */
export async function latestRoots(reader: Reader, count: number): Promise<PublishedRoot[]> {
  const { rows } = await reader.query<TreeRow>(`select ${columns} from balance_tree order by id desc limit $1`, [
    count,
  ]);
  return rows.map(rootOf);
}

/** Roots that follow a number, the oldest first. */
export async function rootsAfter(reader: Reader, number: number, count: number): Promise<PublishedRoot[]> {
  const { rows } = await reader.query<TreeRow>(
    `select ${columns} from balance_tree where id > $1 order by id limit $2`,
    [number, count],
  );
  return rows.map(rootOf);
}

/** The tree of that number, or the newest. */
export async function findTree(reader: Reader, number: number | null): Promise<StoredTree | null> {
  const { rows } = await reader.query<TreeRow & { readonly secret: Buffer | null }>(
    `select ${columns}, secret from balance_tree left join balance_tree_secret on tree_id = id
     where $1::bigint is null or id = $1 order by id desc limit 1`,
    [number],
  );
  return rows[0] ? { root: rootOf(rows[0]), saltSecret: rows[0].secret } : null;
}

/** Stores a root. The database refuses one that does not follow the newest. */
export async function insertRoot(client: pg.ClientBase, root: PublishedRoot, hour: Date): Promise<void> {
  const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
  await client.query(
    `insert into balance_tree (${columns}, hour) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      root.number,
      new Date(root.at),
      bytes(root.root),
      root.total,
      root.members,
      asJson(root.house),
      root.points ? asJson(root.points) : null,
      root.log?.acts ?? null,
      root.log ? bytes(root.log.head) : null,
      bytes(root.previous),
      bytes(root.digest),
      bytes(root.key),
      bytes(root.signature),
      hour,
    ],
  );
}

/** JSON with amounts as text: a double does not hold them all. */
const asJson = (value: object): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));

function pointsOf(column: unknown): PublishedRoot['points'] {
  const stored = pointsColumn.parse(column);
  const whole = (text: string) => points(BigInt(text));
  return stored === null
    ? undefined
    : {
        assistance: whole(stored.assistance),
        promotion: whole(stored.promotion),
        house: stored.house.map(({ account, balance }) => ({ account, balance: whole(balance) })),
      };
}

function rootOf(row: TreeRow): PublishedRoot {
  return {
    number: Number(row.id),
    at: row.at.getTime(),
    members: row.member_count,
    root: row.root_hash.toString('hex'),
    total: usdt(row.total),
    house: houseColumn.parse(row.house).map(({ account, balance }) => ({ account, balance: usdt(BigInt(balance)) })),
    points: pointsOf(row.points),
    log:
      row.log_position === null || row.log_hash === null
        ? undefined
        : { acts: Number(row.log_position), head: row.log_hash.toString('hex') },
    previous: row.previous.toString('hex'),
    key: row.signing_key.toString('hex'),
    digest: row.digest.toString('hex'),
    signature: row.signature.toString('hex'),
  };
}
