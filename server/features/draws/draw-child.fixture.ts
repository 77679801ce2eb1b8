import { openLedger } from '#server/ledger/ledger.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { draw } from './draw.ts';
import { seedsFrom } from './draws-world.fixture.ts';

/** A process that draws an entry of each of these members, for a test that kills it on the way: database, secret, product time, members. */
const [url = '', secret = '', now = '', members = ''] = process.argv.slice(2);

const pool = createPool(url, silentLog, { connectionsMax: 4, name: 'clearlot-killed' });
const clock = createTestClock(Number(now));
const dependencies = {
  ...{ pool, clock, ledger: openLedger({ pool, clock }) },
  seeds: seedsFrom(Buffer.from(secret, 'hex')),
};
for (const member of members.split(',')) {
  const { entry } = await draw(dependencies, BigInt(member), {}, `kill-${member}`);
  process.stdout.write(`${member} ${entry}\n`);
}
await dependencies.ledger.close();
await pool.end();
