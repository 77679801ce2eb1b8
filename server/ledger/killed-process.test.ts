import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf, openTestLedger, type TestLedger } from './ledger.fixture.ts';
import { deposit } from './transfers.fixture.ts';

/** Kills in one run of the suite; LEDGER_KILLS asks for more. */
const kills = Number(process.env.LEDGER_KILLS ?? 10);
const memberCount = 200;
const script = fileURLToPath(new URL('./load-child.fixture.ts', import.meta.url));

let test1: TestLedger;
beforeAll(async () => {
  test1 = await openTestLedger(Array.from({ length: memberCount }, (_, index) => BigInt(index + 1)));
});
afterAll(() => test1.close());

/** Runs the load in a process of its own, kills it after its first acknowledgements, and answers every key it acknowledged. */
async function runAndKill(name: string, mode: 'honest' | 'hasty', killAfterMs: number): Promise<string[]> {
  const child = spawn(process.execPath, [script, test1.database.url, name, String(memberCount), mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child.stdout, 'data', { signal: AbortSignal.timeout(120_000) });
  await wait(killAfterMs);
  child.kill('SIGKILL');
  await once(child, 'close');
  return said.split('\n').filter(Boolean);
}

/** Waits until the server has noticed that the killed process is gone: until then it may still be committing. */
async function settled(): Promise<void> {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    const { rows } = await test1.database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'clearlot ledger'`,
    );
    if (rows.length === 0) return;
    await wait(20);
  }
  throw new Error('a killed process left its connection behind');
}

async function timesCommitted(keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await test1.database.pool.query<{ key: string; times: string }>(
    `select idempotency_key as key, count(*)::text as times from ledger.transfers where idempotency_key = any($1) group by 1`,
    [keys],
  );
  return new Map(rows.map(({ key, times }) => [key, Number(times)]));
}

test(
  `${kills} processes killed in the middle of their work lose and double nothing that was acknowledged`,
  async () => {
    let acknowledged = 0;
    for (let kill = 0; kill < kills; kill++) {
      const keys = await runAndKill(`kill ${kill}`, 'honest', Math.random() * 250);
      await settled();
      const found = await timesCommitted(keys);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.filter((key) => found.get(key) !== 1)).toEqual([]);
      acknowledged += keys.length;
    }
    expect(await faultsOf(test1.database)).toEqual([]);
    expect(acknowledged).toBeGreaterThanOrEqual(kills);
    process.stderr.write(`${kills} kills, ${acknowledged} acknowledged transfers, each there once\n`);
  },
  600_000 + kills * 10_000,
);

test('an acknowledgement before the commit is caught by the same check', async () => {
  let lost = 0;
  for (let kill = 0; kill < 10 && lost === 0; kill++) {
    const keys = await runAndKill(`hasty ${kill}`, 'hasty', 20 + Math.random() * 50);
    await settled();
    const found = await timesCommitted(keys);
    // A placement beyond the balance is refused in any order: only deposits must be there.
    lost += keys.filter((key) => Number(key.split(':').at(-1)) % 3 === 0 && found.get(key) !== 1).length;
  }
  expect(lost).toBeGreaterThan(0);
});

test('two processes that move the same members’ money at once keep the books', async () => {
  const funds = Array.from({ length: memberCount }, (_, index) => deposit(BigInt(index + 1), `both:${index}`, 50n));
  await Promise.all(funds.map((fund) => test1.ledger.submit(fund)));
  const [left, right] = await Promise.all([runAndKill('left', 'honest', 1_000), runAndKill('right', 'honest', 1_000)]);
  const here = Promise.all(funds.map((transfer) => test1.ledger.submit(transfer)));
  expect((await here).every(({ status }) => status === 'replayed')).toBe(true);
  const keys = [...left, ...right];
  const found = await timesCommitted(keys);
  expect(Math.min(left.length, right.length)).toBeGreaterThan(0);
  expect(keys.filter((key) => found.get(key) !== 1)).toEqual([]);
  expect(await faultsOf(test1.database)).toEqual([]);
});
