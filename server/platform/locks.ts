import { sql, type Transaction } from 'kysely';
import type pg from 'pg';

/**
 * All advisory locks of the product. Numbers must not change: nodes of two versions may share a database during an update.
 * `locks.test.ts` reports locks taken elsewhere.
 */
export const lockNumbers = {
  serverLease: 4_207_001,
  databaseCreation: 4_207_002,
  migrations: 4_207_003,
  testTemplate: 4_207_004,
  platformCount: 4_207_008,
  contentSeed: 4_207_009,
  settlement: 4_207_010,
  bankCardOfMember: 4_207_011,
  depositsOfMember: 4_207_012,
  imagesOfMember: 4_207_013,
  passkeysOfMember: 4_207_014,
  recoveryOfMember: 4_207_015,
  balanceTree: 4_207_016,
  chainReader: 4_207_017,
  schedule: 4_207_018,
  rounds: 4_207_019,
  draws: 4_207_020,
  disbursements: 4_207_026,
  operators: 4_207_027,
  operatorLog: 4_207_028,
  viewsOfMember: 4_207_029,
  prizeTables: 4_207_030,
  productRequests: 4_207_031,
  snippets: 4_207_032,
  marksOfMember: 4_207_033,
  marketSource: 4_207_034,
  looksOfOperator: 4_207_110,
  exchange: 4_207_301,
} as const;

export type LockName = keyof typeof lockNumbers;

type LockFunction =
  | 'pg_advisory_lock'
  | 'pg_advisory_lock_shared'
  | 'pg_advisory_unlock'
  | 'pg_advisory_unlock_shared'
  | 'pg_try_advisory_lock';

async function call(client: pg.ClientBase, fn: LockFunction, name: LockName, subject: string): Promise<boolean> {
  // The unlock and try functions return a boolean, the waiting ones void, which arrives as an empty string.
  const { rows } = await client.query<{ result: unknown }>(`select ${fn}($1, hashtext($2)) as result`, [
    lockNumbers[name],
    subject,
  ]);
  return rows[0]?.result === true;
}

/** Waits for the lock and holds it until `unlock` or the end of the connection. */
export async function lock(client: pg.ClientBase, name: LockName): Promise<void> {
  await call(client, 'pg_advisory_lock', name, '');
}

export async function unlock(client: pg.ClientBase, name: LockName): Promise<void> {
  await call(client, 'pg_advisory_unlock', name, '');
}

/** Waits for the shared lock and holds it until `unlockShared` or the end of the connection. */
export async function lockShared(client: pg.ClientBase, name: LockName): Promise<void> {
  await call(client, 'pg_advisory_lock_shared', name, '');
}

export async function unlockShared(client: pg.ClientBase, name: LockName): Promise<void> {
  await call(client, 'pg_advisory_unlock_shared', name, '');
}

/** Takes the lock if it is free. `subject` distinguishes locks of one name, such as those of two exchanges. */
export function tryLock(client: pg.ClientBase, name: LockName, subject = ''): Promise<boolean> {
  return call(client, 'pg_try_advisory_lock', name, subject);
}

/** Waits for the lock and holds it until the transaction ends. */
export async function lockInTransaction<Tables>(
  transaction: Transaction<Tables>,
  name: LockName,
  subject: bigint | string = '',
): Promise<void> {
  const key = sql`${lockNumbers[name]}::integer, hashtext(${String(subject)})`;
  await sql`select pg_advisory_xact_lock(${key})`.execute(transaction);
}

/**
 * Runs the work under the lock, or returns null at once while another node holds it. It only avoids duplicate work: a lock is
 * lost with its connection, so correctness must not depend on it.
 */
export async function withLock<Result>(
  pool: pg.Pool,
  name: LockName,
  work: (client: pg.PoolClient) => Promise<Result>,
  subject = '',
): Promise<Result | null> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    if (!(await tryLock(client, name, subject))) {
      isBroken = false;
      return null;
    }
    const result = await work(client);
    await call(client, 'pg_advisory_unlock', name, subject);
    isBroken = false;
    return result;
  } finally {
    // Destroying the connection releases a lock or transaction that it may still hold.
    client.release(isBroken);
  }
}

/** A lock that one node keeps across runs, as long as its connection lives. */
export class LeaderLock {
  readonly #pool: pg.Pool;
  readonly #name: LockName;
  readonly #subject: string;
  #client: pg.PoolClient | null = null;

  constructor(pool: pg.Pool, name: LockName, subject: string) {
    this.#pool = pool;
    this.#name = name;
    this.#subject = subject;
  }

  get held(): boolean {
    return this.#client !== null;
  }

  /** Takes the lock if it is free; returns whether this node has it now. */
  async take(): Promise<boolean> {
    if (this.#client) return true;
    const client = await this.#pool.connect();
    const lose = (): void => {
      if (this.#client === client) this.release();
    };
    try {
      if (!(await tryLock(client, this.#name, this.#subject))) {
        client.release();
        return false;
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.on('error', lose).on('end', lose);
    this.#client = client;
    return true;
  }

  /** Ends the connection, and with it the lock. */
  release(): void {
    this.#client?.release(true);
    this.#client = null;
  }
}
