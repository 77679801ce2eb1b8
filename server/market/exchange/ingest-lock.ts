import type pg from 'pg';

/** First key of our advisory locks on exchanges; the second is the exchange's name. */
const lockSpace = 4_207_301;

/** Which node asks an exchange: whoever holds its lock, for as long as its connection lives. */
export class IngestLock {
  readonly #pool: pg.Pool;
  readonly #exchange: string;
  #client: pg.PoolClient | null = null;

  constructor(pool: pg.Pool, exchange: string) {
    this.#pool = pool;
    this.#exchange = exchange;
  }

  get held(): boolean {
    return this.#client !== null;
  }

  /** Takes the lock if it is free; answers whether this node has it now. */
  async take(): Promise<boolean> {
    if (this.#client) return true;
    const client = await this.#pool.connect();
    const lose = (): void => {
      if (this.#client === client) this.#client = null;
    };
    try {
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as taken',
        [lockSpace, this.#exchange],
      );
      if (rows[0]?.taken !== true) {
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
