import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';

interface ReplayStartTables {
  'market.replay_starts': { recording: string; opens_at_ms: bigint };
}

/**
 * Product time at which a recording's first minute opens. The first node ever to play it proposes one, and every node and
 * every later start gets that same answer.
 */
export async function agreeOnReplayStart(pool: pg.Pool, recording: string, proposedMs: number): Promise<number> {
  const database = new Kysely<ReplayStartTables>({ dialect: new PostgresDialect({ pool }) });
  await database
    .insertInto('market.replay_starts')
    .values({ recording, opens_at_ms: BigInt(proposedMs) })
    .onConflict((conflict) => conflict.column('recording').doNothing())
    .execute();
  const { opens_at_ms } = await database
    .selectFrom('market.replay_starts')
    .select('opens_at_ms')
    .where('recording', '=', recording)
    .executeTakeFirstOrThrow();
  return Number(opens_at_ms);
}
