import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { lockInTransaction } from '#server/platform/locks.ts';
import type { MarketClock } from './source.ts';

/** A market as rows name it: a recording by its hash, an exchange by its id. */
export type PlayedSource = { readonly recording: string } | { readonly exchange: string };

/**
 * Product time from which on the market plays without another one since; 0 where it always did. The first node that starts with another market than played last
 * records the moment. What played before these rows were kept is known by what it left behind.
 */
export async function sourceSince(pool: pg.Pool, clock: MarketClock, played: PlayedSource): Promise<number> {
  const [recording, exchange] = 'recording' in played ? [played.recording, null] : [null, played.exchange];
  const source = recording === null ? `exchange ${exchange}` : `replay ${recording}`;
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return await database.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'marketSource');
    const {
      rows: [newest],
    } = await sql<{ from: number; source: string }>`
      select from_ms::float8 as from, source from market.sources order by from_ms desc limit 1`.execute(transaction);
    if (newest?.source === source) return newest.from;
    const { rows } = await sql<{ others: boolean }>`select
      exists (select from market.replay_starts where recording is distinct from ${recording}::text)
      or exists (select from market.exchange_prices where exchange is distinct from ${exchange}::text) as others`.execute(
      transaction,
    );
    const from = newest ? Math.max(clock.now(), newest.from + 1) : rows[0]?.others ? clock.now() : 0;
    await sql`insert into market.sources (from_ms, source) values (${BigInt(from)}, ${source})`.execute(transaction);
    return from;
  });
}
