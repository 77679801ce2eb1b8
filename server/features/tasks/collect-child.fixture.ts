import { openLedger } from '#server/ledger/ledger.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { collectTasks } from './collect-tasks.ts';

/** A process that collects for one member after another, for a test that kills it on the way: database, product time, members. */
const [url = '', now = '', ...members] = process.argv.slice(2);

const pool = createPool(url, silentLog, { connectionsMax: 4, name: 'clearlot-killed' });
const clock = createTestClock(Number(now));
const ledger = openLedger({ pool, clock });
for (const member of members) await collectTasks({ pool, ledger, clock }, BigInt(member));
await ledger.close();
await pool.end();
