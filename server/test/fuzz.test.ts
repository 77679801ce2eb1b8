import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '#contract/api.ts';
import { fuzz, sweep } from './fuzz.fixture.ts';
import { ungrantable } from './fuzz-grants.fixture.ts';
import { newOperator } from './fuzz-requests.fixture.ts';
import { openKillableApp, quietPort } from './killed-app.fixture.ts';
import { faultsIn } from './ledger-faults.fixture.ts';
import { type MoneyWorld, openMoneyWorld } from './money-world.fixture.ts';

/** A short run; `node bench/fuzz.ts` goes on for a hundred thousand. */
const requests = 2_000;

let world: MoneyWorld;
const operatorCookie = () => newOperator(world.database.owner);

beforeAll(async () => {
  world = await openMoneyWorld();
});

afterAll(() => world.close());

/** Rounds of requests, each of another seed: which plan or holding one names depends on what was answered before it. */
const roundsMax = 4;

test(`${requests} random requests over every operation get no 5xx response, and the ledger stays consistent`, async () => {
  const excused = new Set(Object.values(ungrantable).flat());
  let ungranted = operations.map(({ name }) => name).filter((name) => !excused.has(name));
  for (let round = 0; round < roundsMax && ungranted.length > 0; round++) {
    const seed = 7 + round;
    const report = await fuzz({ address: world.app.address, operatorCookie, requests, seed, atOnce: 6 });
    expect(report.faults).toEqual([]);
    // Nothing was killed.
    expect(report.busy).toBe(0);
    ungranted = ungranted.filter((name) => !report.granted.has(name));
  }
  // Requests that are never granted would prove nothing.
  expect(ungranted).toEqual([]);
  expect(await faultsIn(world.database.pool)).toEqual([]);
});

test('each field of each operation with what is nearly right, or no text at all, gets no 5xx response', async () => {
  const {
    requests: sent,
    strangers,
    busy,
    faults,
  } = await sweep({ address: world.app.address, operatorCookie, atOnce: 6 });
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThan(600);
  expect(strangers).toBeLessThan(sent / 10);
  expect(busy).toBe(0);
  expect(await faultsIn(world.database.pool)).toEqual([]);
});

test('while the database is killed and comes back again and again, no response is a 5xx but that the server is busy', async () => {
  const app = await openKillableApp(await quietPort(), 600);
  try {
    await app.start();
    const report = await fuzz({
      address: app.address,
      operatorCookie: () => app.look(newOperator),
      requests: 600,
      seed: 8,
      atOnce: 6,
      disturbance: { every: 200, run: () => app.killDatabase() },
    });
    expect(report.faults).toEqual([]);
    expect(report.busy).toBeGreaterThan(0);
    expect(await app.look(faultsIn)).toEqual([]);
  } finally {
    await app.close();
  }
});
