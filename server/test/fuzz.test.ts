import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz, sweep } from './fuzz.fixture.ts';
import { newOperator } from './fuzz-requests.fixture.ts';
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

test(`${requests} random requests over every operation get no 5xx response, and the ledger stays consistent`, async () => {
  const report = await fuzz({ address: world.app.address, operatorCookie, requests, seed: 7, atOnce: 6 });
  expect(report.faults).toEqual([]);
  // Requests that are never granted would prove nothing.
  expect([...report.granted]).toEqual(
    expect.arrayContaining(['requestDeposit', 'requestWithdrawal', 'subscribe', 'placePlan', 'listAccountRecords']),
  );
  expect(report.granted.size).toBeGreaterThan(45);
  expect(await faultsIn(world.database.pool)).toEqual([]);
});

test('each field of each operation with what is nearly right, or no text at all, gets no 5xx response', async () => {
  const { requests: sent, strangers, faults } = await sweep({ address: world.app.address, operatorCookie, atOnce: 6 });
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThan(600);
  expect(strangers).toBeLessThan(sent / 10);
  expect(await faultsIn(world.database.pool)).toEqual([]);
});

/** Ends every connection of the app to its database, as a restart does; the test's own stay. */
const cutOff = async (): Promise<void> => {
  await world.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name not like 'clearlot-test%'`,
  );
};

test('while connections to the database break off again and again, no response is a 5xx', async () => {
  const report = await fuzz({
    address: world.app.address,
    operatorCookie,
    requests: 600,
    seed: 8,
    atOnce: 6,
    disturbance: { every: 60, run: cutOff },
  });
  expect(report.faults).toEqual([]);
  expect(report.busy).toBeGreaterThan(0);
  expect(await faultsIn(world.database.pool)).toEqual([]);
});
