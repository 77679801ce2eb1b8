import { describeRun, killOverAndOver } from '#server/test/killed-run.fixture.ts';
import { endWithUsage, isCount } from '../tools/usage.ts';
import { figure, print } from './report.ts';

/** Kills the app and its database under load of every money operation: at most so many times, within so many minutes. */
const words = process.argv.slice(2);
if (words.length > 2 || !words.every(isCount)) endWithUsage('node bench/kills.ts [KILLS] [MINUTES]');
const [killsMax = 300, minutesMax = 10] = words.map(Number);
/** Also beside other work: start it beside a build, for example. */
const backWithinSeconds = 5;
const port = 20_000 + (process.pid % 20_000);

const begun = performance.now();
const elapsedMinutes = (): number => (performance.now() - begun) / 60_000;

print(`Up to ${killsMax} kills within ${minutesMax} minutes`);
const run = await killOverAndOver(killsMax, port, print, () => elapsedMinutes() > minutesMax);
try {
  for (const line of describeRun(run)) print(line);
  const waits = [...run.backAfterMs].sort((one, other) => one - other);
  const backAfter = (waits[Math.floor(waits.length * 0.95)] ?? Number.NaN) / 1_000;
  figure('back after a kill, p95', backAfter, 's', { atMost: backWithinSeconds });
  if (!(backAfter <= backWithinSeconds)) process.exitCode = 1;
  print(run.faults.length === 0 ? '0 lost, 0 doubled, books at 0, locked totals those of open items' : 'FAULTS');
  for (const fault of run.faults.slice(0, 50)) print(`  ${fault}`);
  if (run.faults.length > 0) process.exitCode = 1;
} finally {
  await run.app.close();
}
