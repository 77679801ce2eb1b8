import type pg from 'pg';
import { sealPlace } from '#server/features/bank-card/card-store.ts';
import { authenticatorPlace } from '#server/features/identity/factors/factor-check.ts';
import { pushKeyPlace } from '#server/features/notifications/push/push-key.ts';
import { operatorPlace } from '#server/features/operators/operator-factor.ts';
import { roundSeedsPlace } from '#server/features/rounds/seed-chains.ts';
import { replaySeedPlace } from '#server/market/replay/replay-order.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type SealUse, type SecretKeys, sealedFirstKey } from '#server/platform/secret-keys.ts';

type Row = Readonly<Record<string, unknown>>;

export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly use: SealUse;
  /** Columns that name a row, and from which its place follows. */
  readonly key: readonly string[];
  readonly place: (row: Row) => string;
}

/** Every column of sealed values: a test holds the list against the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'bank_card',
    column: 'sealed',
    use: 'cards',
    key: ['member_id', 'id'],
    place: ({ member_id, id }) => sealPlace(member_id as bigint, String(id)),
  },
  {
    table: 'authenticator',
    column: 'sealed',
    use: 'authenticators',
    key: ['member_id'],
    place: ({ member_id }) => authenticatorPlace(member_id as bigint),
  },
  {
    table: 'operator_authenticator',
    column: 'sealed',
    use: 'operators’ authenticators',
    key: ['operator'],
    place: ({ operator }) => operatorPlace(String(operator)),
  },
  {
    table: 'operator_link',
    column: 'sealed',
    use: 'operators’ authenticators',
    key: ['token_hash', 'operator'],
    place: ({ operator }) => operatorPlace(String(operator)),
  },
  { table: 'push_key', column: 'sealed_private_key', use: 'push key', key: ['only_row'], place: () => pushKeyPlace },
  {
    table: 'fairness_chain',
    column: 'sealed_seed',
    use: 'round seeds',
    key: ['number'],
    place: () => roundSeedsPlace,
  },
  {
    table: 'market.replay_starts',
    column: 'sealed_seed',
    use: 'replay',
    key: ['recording'],
    place: ({ recording }) => replaySeedPlace(String(recording)),
  },
];

/** Rows sealed again per transaction: what a crash loses, and what a node waits for at most. */
const atOnce = 200;

/** `left` are those that a node sealed with a former key meanwhile: the first key stays as it was, and the command is run again. */
export interface SealedAgain {
  readonly changed: Readonly<Record<string, number>>;
  readonly left: number;
}

/**
 * Seals every value with the newest key, some rows per transaction, while nodes serve: each has both keys. After a crash, and two at once, it
 * resumes where it stopped. What keeps the former key from being needed, the first key sealed with the newest, is written at the end, where no
 * value is left. `between` is called after each transaction.
 */
export async function sealAgain(
  pool: pg.Pool,
  keys: SecretKeys,
  between: (column: SealedColumn) => Promise<void> = async () => undefined,
): Promise<SealedAgain> {
  const changed: Record<string, number> = {};
  for (const column of sealedColumns) {
    const name = `${column.table}.${column.column}`;
    changed[name] = 0;
    for (let rows = await sealSome(pool, keys, column); rows > 0; rows = await sealSome(pool, keys, column)) {
      changed[name] += rows;
      await between(column);
    }
  }
  const left = await finish(pool, keys);
  return { changed, left };
}

/** Seals some rows again in one transaction; returns how many. */
async function sealSome(pool: pg.Pool, keys: SecretKeys, column: SealedColumn): Promise<number> {
  const { table, key, use, place } = column;
  return await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Row & { value: Buffer }>(
      `select ${key.join(', ')}, ${column.column} as value from ${table}
       where ${isFormer(column)} order by ${key.join(', ')} limit ${atOnce} for update`,
      [keys.idFor(use)],
    );
    for (const row of rows) {
      const sealed = keys.sealFor(use).sealAgain(row.value, place(row));
      const names = key.map((name, at) => `${name} = $${at + 2}`).join(' and ');
      await client.query(`update ${table} set ${column.column} = $1 where ${names}`, [
        sealed,
        ...key.map((name) => row[name]),
      ]);
    }
    return rows.length;
  });
}

const isFormer = ({ column }: SealedColumn): string => `substring(${column} for 8) <> $1`;

/** Counts what a node sealed with a former key meanwhile; with nothing left the first key is sealed with the newest. */
async function finish(pool: pg.Pool, keys: SecretKeys): Promise<number> {
  let left = 0;
  for (const column of sealedColumns) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer as count from ${column.table} where ${isFormer(column)}`,
      [keys.idFor(column.use)],
    );
    left += rows[0]?.count ?? 0;
  }
  if (left > 0) return left;
  await pool.query(
    'insert into sealed_root (sealed) values ($1) on conflict (only_row) do update set sealed = excluded.sealed',
    [sealedFirstKey(keys)],
  );
  return 0;
}
