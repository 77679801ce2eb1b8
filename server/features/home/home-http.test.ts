import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { getHome, type Home } from '#contract/home.ts';
import { listPlans, placePlan } from '#contract/plans.ts';
import { type App, startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { openSeveringProxy, type SeveringProxy } from '#server/platform/database/severing-proxy.fixture.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { Phone } from '#server/test/phone.fixture.ts';

let database: TestDatabase;
/** The way of the app to its database. */
let way: SeveringProxy;
let app: App;
let phone: Phone;
/** How far this machine's clock is ahead of the database's. */
let aheadMs = 0;

beforeAll(async () => {
  const rightNow = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => rightNow() + aheadMs);
  database = await createTestDatabase();
  way = await openSeveringProxy(database.url);
  const config = readConfig({ PORT: '0', DATABASE_URL: way.url, VERIFY_CODE_TEST: 'TEST7', CLOCK_SPEED: '3000' });
  app = await startApp({ ...config, rateLimit: false }, silentLog, (error) => {
    throw error;
  });
  phone = new Phone(app.address);
});

afterAll(async () => {
  await app.close();
  await way.close();
  await database.drop();
  vi.restoreAllMocks();
});

async function home(): Promise<Home> {
  const { status, url } = await new Phone(app.address).get('/index/index');
  expect(status).toBe(200);
  return z.decode(getHome.output, url as never);
}

test('every component of a running platform is soon measured, at any share of the board', async () => {
  // A busy machine may answer late: that is degraded, and an answer all the same.
  await expect
    .poll(async () => (await home()).uptime.components.map(({ now }) => now))
    .toEqual(Array(6).fill(expect.stringMatching(/^(up|degraded)$/)));
  const { components } = (await home()).uptime;
  for (const { cells, checks, answered } of components) {
    expect(cells).toHaveLength(37);
    expect(checks).toBeGreaterThan(0);
    expect(answered).toBeGreaterThan(0);
    expect(cells.slice(0, 35)).toEqual(Array(35).fill('unmeasured'));
  }
});

test('a plan that settles is in the counts and in the ticker with what its member got', async () => {
  await phone.register('newcomer7', 'TEST7');
  await phone.post('/Finance/recharge', { channel: 'sandbox', amount: '500' });
  const form = { id: '1', coin: 'ETH', multiple: '3', price: '100' };
  await expect.poll(async () => (await phone.post(placePlan.path, form)).status).toBe(200);

  const settled = async () => (await home()).platform?.plansSettled;
  await expect.poll(settled, { timeout: 120_000, interval: 100 }).toBe(1);
  const [plan] = z.decode(listPlans.output, (await phone.get(listPlans.path)).info as never);
  const { platform, settled: ticker } = await home();
  expect(ticker).toEqual([
    {
      name: 'ne***r7',
      coin: 'ETH',
      leverage: 3,
      amount: plan?.amount,
      income: plan?.income,
      settledAt: expect.any(Number),
    },
  ]);
  expect(platform).toMatchObject({
    members: 1,
    plansPlaced: 1,
    plansVoid: 0,
    plansWon: plan?.status === 'success' ? 1 : 0,
    volume: plan?.amount,
    incomePaid: plan?.status === 'success' ? plan.income : 0n,
    lossesTaken: plan?.status === 'success' ? 0n : -(plan?.income ?? 0n),
  });
  const wire = JSON.stringify((await phone.get('/index/index')).url);
  expect(wire).not.toContain('newcomer7');
});

test('the home call takes nothing', async () => {
  expect(await phone.get('/index/index', { member: '1' })).toMatchObject({ status: 400, code: 'fieldUnknown' });
  expect(await phone.post('/index/index')).toMatchObject({ status: 404 });
});

test('a node whose own clock runs away from the database’s is not ready until it agrees again', async () => {
  const ready = async () => (await fetch(`${app.address}/readyz`)).status;
  expect(await ready()).toBe(200);
  aheadMs = 60_000;
  await expect.poll(ready).toBe(503);
  aheadMs = 0;
  await expect.poll(ready).toBe(200);
});

test('a node whose database does not answer is not ready until it does', async () => {
  const ready = async () => (await fetch(`${app.address}/readyz`)).status;
  expect(await ready()).toBe(200);
  way.cutAt('select 1', Number.POSITIVE_INFINITY, null);
  await expect.poll(ready).toBe(503);
  way.cutAt('', 0, null);
  await expect.poll(ready).toBe(200);
});
