import { Kysely, PostgresDialect } from 'kysely';
import { openLedger } from '#server/ledger/ledger.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { payRound } from './pay-round.ts';
import { findRound } from './round-store.ts';

/** A process that pays a round, for a test that kills it on the way: database, round, product time. */
const [url = '', round = '', now = ''] = process.argv.slice(2);

const pool = createPool(url, silentLog, { connectionsMax: 4, name: 'clearlot-killed' });
const ledger = openLedger({ pool, clock: createTestClock(Number(now)) });
const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
const found = await findRound(tables, Number(round));
if (found) await payRound({ tables, ledger }, found);
await ledger.close();
await pool.end();
