import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { lockInTransaction } from '#server/platform/locks.ts';
import type { MarketClock } from './source.ts';

interface SourceTables {
  'market.sources': { from_ms: bigint; source: string };
}

/** A market as rows name it: a recording by its hash, an exchange by its id. */
export type PlayedSource = { readonly recording: string } | { readonly exchange: string };

/**
 * Product time from which on the market plays without another one since; 0 where it always did. The first node that starts with another market than played last
 * records the moment. What played before these rows were kept is known by what it left behind.
 */
export async function sourceSince(pool: pg.Pool, clock: MarketClock, played: PlayedSource): Promise<number> {
  const [recording, exchange] = 'recording' in played ? [played.recording, null] : [null, played.exchange];
  const source = recording === null ? `exchange ${exchange}` : `replay ${recording}`;
  const database = new Kysely<SourceTables>({ dialect: new PostgresDialect({ pool }) });
  return await database.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'marketSource');
    const newest = await transaction
      .selectFrom('market.sources')
      .select(['from_ms', 'source'])
      .orderBy('from_ms', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (newest?.source === source) return Number(newest.from_ms);
    const { rows } = await sql<{ others: boolean }>`select
      exists (select from market.replay_starts where recording is distinct from ${recording}::text)
      or exists (select from market.exchange_prices where exchange is distinct from ${exchange}::text) as others`.execute(
      transaction,
    );
    const from = newest ? Math.max(clock.now(), Number(newest.from_ms) + 1) : rows[0]?.others ? clock.now() : 0;
    await transaction
      .insertInto('market.sources')
      .values({ from_ms: BigInt(from), source })
      .execute();
    return from;
  });
}
