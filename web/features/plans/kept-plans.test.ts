import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { getMarketStatus, type MarketStatus } from '#contract/market.ts';
import { getPlan } from '#contract/plans-proof.ts';
import { usdt } from '#core/money/amount.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { keepPlan, keptPlanOf } from './kept-plans.ts';
import { detail, kept } from './plan-proof.fixture.ts';
import type { SentPlan } from './sent-plan.ts';

const databases = memoryDatabases();
const { plan: id, coin, amount, terms, startsAt, market, marketHash } = kept;
const sent: SentPlan = { coin, amount, terms, level: 1 };
const bound = { startsAt, market, marketHash };
const status: MarketStatus = {
  ...{ source: 'replay', label: 'Recording', state: 'live', ageMs: 0, lastPriceAt: 0, staleCoins: [], now: 5_000 },
  ...{ clockSpeed: 60, candleMinutes: 1, identity: null },
};

/** Whether the server can be reached, what it says that the plan is bound to, and how often it was asked for it. */
let server: { isThere: boolean; marketHash: string; asked: number };

beforeEach(() => {
  session.setLocale('en');
  session.signIn('satoshi7');
  server = { isThere: true, marketHash: detail.marketHash, asked: 0 };
  vi.useFakeTimers({ now: 70_000, toFake: ['Date'] });
  vi.stubGlobal('indexedDB', databases);
  vi.stubGlobal('fetch', async (address: string) => {
    if (!server.isThere) throw new TypeError('no connection');
    const isStatus = address.includes('/market/status');
    if (!isStatus) server.asked += 1;
    const url = isStatus
      ? z.encode(getMarketStatus.output, status)
      : z.encode(getPlan.output, { ...detail, marketHash: server.marketHash });
    return new Response(JSON.stringify({ status: true, info: '', url }));
  });
});
afterEach(() => {
  databases.forget();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const clock = { product: 5_000, speed: 60, wall: 70_000 };

test('a plan is kept as it was sent, with what its receipt bound it to and the clocks of then, once', async () => {
  await keepPlan(id, sent);
  expect(await keptPlanOf(id)).toEqual({ plan: { plan: id, ...sent, ...bound }, clock });
  server.marketHash = 'f'.repeat(64);
  await keepPlan(id, { ...sent, amount: usdt(1n) });
  expect(server.asked).toBe(1);
  expect(await keptPlanOf(id)).toEqual({ plan: { plan: id, ...sent, ...bound }, clock });
  expect(await keptPlanOf('OTHER')).toBeNull();
});

test('what was sent is kept before the receipt is there, and stays as it was sent first when it comes', async () => {
  server.isThere = false;
  await expect(keepPlan(id, sent)).rejects.toThrow();
  expect(await keptPlanOf(id)).toEqual({ plan: { plan: id, ...sent }, clock: null });
  server.isThere = true;
  await keepPlan(id, { ...sent, amount: usdt(1n), level: 2 });
  expect(await keptPlanOf(id)).toEqual({ plan: { plan: id, ...sent, ...bound }, clock });
});

test('of two tabs that keep a plan at once the first one’s receipt counts', async () => {
  const answers = fetch;
  vi.stubGlobal('fetch', (address: string) => {
    if (server.asked === 1) server.marketHash = 'f'.repeat(64);
    return answers(address);
  });
  const first = keepPlan(id, sent);
  const second = keepPlan(id, { ...sent, level: 2 });
  await Promise.all([first, second]);
  expect((await keptPlanOf(id))?.plan).toMatchObject({ level: 1, marketHash });
});

test('what cannot be read is not kept', async () => {
  databases.leave('clearlot-plans', id, { plan: id, coin });
  expect(await keptPlanOf(id)).toBeNull();
});

test('what a page of a newer version keeps of a plan on the same phone is read by this one, and not lost', async () => {
  server.isThere = false;
  await expect(keepPlan(id, sent)).rejects.toThrow();
  const before = databases.kept('clearlot-plans', id) as object;
  databases.leave('clearlot-plans', id, { ...before, rule: 2 });
  expect((await keptPlanOf(id))?.plan).toMatchObject({ plan: id, coin });
  server.isThere = true;
  await keepPlan(id, sent);
  expect(databases.kept('clearlot-plans', id)).toMatchObject({ rule: 2, marketHash });
});
