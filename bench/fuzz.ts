import { operations } from '#contract/api.ts';
import { fuzz } from '#server/test/fuzz.fixture.ts';
import { newOperator } from '#server/test/fuzz-requests.fixture.ts';
import { openKillableApp } from '#server/test/killed-app.fixture.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { figure, print, shortNumber } from './report.ts';

/** Random requests over all operations of the contract, at the whole product in a process of its own. */
const requests = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
/** Kills of the database server amid the requests. */
const restarts = Number(process.argv[4] ?? 5);
/** Of an answer on a quiet machine. */
const slowestMsMax = 1_000;

const app = await openKillableApp(20_000 + (process.pid % 20_000), 600);
try {
  await app.start();
  print(`${requests} random requests over ${operations.length} operations, seed ${seed}`);
  const begun = performance.now();
  const report = await fuzz({
    address: app.address,
    operatorCookie: () => app.look(newOperator),
    requests,
    seed,
    atOnce: 16,
    progress: (done) => print(`  ${done}`),
    disturbance: { every: Math.ceil(requests / restarts), run: () => app.killDatabase() },
  });
  figure('requests a second', requests / ((performance.now() - begun) / 1_000), 'requests');
  print(`  by status: ${[...report.byStatus].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
  print(`  operations granted at least once: ${report.granted.size} of ${operations.length}`);
  figure('asked to come again later', report.busy, 'requests');
  figure('slowest answer', report.slowestMs, 'ms', { atMost: slowestMsMax });
  figure('slowest answer while the database was killed and came back', report.slowestDisturbedMs, 'ms');
  figure('p99', report.p99Ms, 'ms');
  print(
    `  slowest: ${report.slowest
      .slice(0, 8)
      .map(({ operation, ms }) => `${operation} ${shortNumber(ms)} ms`)
      .join(', ')}`,
  );
  const faults = [...report.faults, ...(await app.look(faultsIn))];
  figure('answers of 5xx, answers out of the contract, faults in the books', faults.length, 'faults', { atMost: 0 });
  for (const fault of faults.slice(0, 50)) print(`  ${fault}`);
  if (faults.length > 0 || report.slowestMs > slowestMsMax) process.exitCode = 1;
} finally {
  await app.close();
}
