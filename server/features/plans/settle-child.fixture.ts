import { Kysely, PostgresDialect } from 'kysely';
import { openLedger } from '#server/ledger/ledger.ts';
import { replaySource } from '#server/market/market.fixture.ts';
import { createMarket } from '#server/market/market.ts';
import { loadRecordings } from '#server/market/replay/recordings.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { settlePlans } from './settle-plans.ts';

/** A process that settles, for a test that kills it on the way: database, recordings' folder, recording's start, time. */
const [url = '', folder = '', start = '', now = ''] = process.argv.slice(2);

const pool = createPool(url, silentLog, { connectionsMax: 4, name: 'clearlot-killed' });
const clock = createTestClock(Number(now));
const market = createMarket(replaySource(await loadRecordings(folder), clock, Number(start)), clock, silentLog);
await market.start();
process.stdout.write('settling\n');
const ledger = openLedger({ pool, clock });
await settlePlans({
  tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
  clock,
  market,
  ledger,
});
process.stdout.write('settled\n');
await ledger.close();
await market.stop();
await pool.end();
