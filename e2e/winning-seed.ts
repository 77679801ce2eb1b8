import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { drawerOf } from '#core/draws/draw.ts';
import { prizeFor, prizeTable } from '#core/draws/prizes.ts';
import { utcDay } from '#core/time/lengths.ts';
import { openRoundSeeds } from '#server/features/rounds/round-seeds.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { silentLog } from '#server/platform/log.ts';
import { openKeyFile } from '#server/platform/secret-key.ts';
import { openSecretKeys } from '#server/platform/secret-keys.ts';
import type { SlowClockServer } from './slow-clock-server.ts';

/** One number in 200,000 wins the first prize. */
const triesMax = 10_000_000;

/**
 * An own seed with which the member's first entry today wins the first prize. Who has the database and its key knows the day's secret seed, and
 * nobody else can look for one.
 */
export async function winningSeed({ dataDir }: Pick<SlowClockServer, 'dataDir'>, username: string): Promise<string> {
  const numberOf = drawerOf(await drawSeedOfToday(dataDir));
  const random = randomBytes(16);
  for (let tried = 0; tried < triesMax; tried++) {
    random.writeUInt32BE(tried);
    const clientSeed = random.toString('hex');
    if (prizeFor(numberOf({ username, clientSeed, entry: 1 }), prizeTable)?.id === 'first') return clientSeed;
  }
  throw new Error(`none of ${triesMax} own seeds wins the first prize`);
}

async function drawSeedOfToday(dataDir: string): Promise<Uint8Array> {
  const database = await openDatabase({ folder: dataDir, log: silentLog, connectionsMax: 2, as: 'owner' });
  try {
    const { pool } = database;
    const { rows } = await pool.query<{ now: Date }>('select product_now() as now');
    const now = rows[0]?.now.getTime() ?? Number.NaN;
    const keys = await openSecretKeys(pool, await openKeyFile(`${dataDir}.card.key`));
    const seeds = await openRoundSeeds({
      tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
      clock: { now: () => now },
      seal: keys.sealFor('round seeds'),
    });
    return seeds.ofDay(utcDay(now)).drawSeed;
  } finally {
    await database.close();
  }
}
