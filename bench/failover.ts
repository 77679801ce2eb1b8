import { migrate, readMigrations } from '#server/platform/database/migrations.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { startReplicatedServers } from '#server/platform/database/standby.fixture.ts';
import { silentLog } from '#server/platform/log.ts';
import { brokenPromises, failOver, openAppOn, startLoad } from '#server/test/failover.fixture.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { figure, print, shortNumber } from './report.ts';

/**
 * How long placing is away when the primary is killed, or stands still with its connections open, and its synchronous standby is promoted;
 * every acknowledged placement is looked up afterwards.
 */
const secondsAfterPromotionMax = 3;
/** A manager of the servers takes 10 to 24 s to see that a primary is gone (docs/standby.md): time in which the app notices it too. */
const detectionMs = 5_000;

await measure('A primary that is killed', 'killPrimary');
await measure('A primary that stands still, its connections open', 'freezePrimary');

async function measure(title: string, how: 'freezePrimary' | 'killPrimary'): Promise<void> {
  print(`\n${title}; promotion ${detectionMs / 1_000} s later`);
  const servers = await startReplicatedServers({ isSynchronous: true });
  try {
    const pool = createPool(servers.url, silentLog);
    await migrate(pool, readMigrations(), silentLog);
    const app = await openAppOn(servers.url);
    const load = await startLoad(app);
    const absence = await failOver(servers, load, how, detectionMs);
    await load.end();
    const faults = [...(await brokenPromises(load.acknowledged, pool)), ...(await faultsIn(pool))];
    figure('away in all', absence.ms / 1_000, 's');
    figure('away after the promotion', absence.msAfterPromotion / 1_000, 's', { atMost: secondsAfterPromotionMax });
    print(`  ${shortNumber(load.acknowledged.length)} placements acknowledged, ${faults.length} faults`);
    for (const fault of faults.slice(0, 20)) print(`    ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
    await app.close();
    await pool.end();
  } finally {
    await servers.close();
  }
}
