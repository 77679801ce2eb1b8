// @vitest-environment happy-dom
import { afterEach, beforeEach, test, vi } from 'vitest';
import { getCandles, getMarketStatus, listMarkets } from '#contract/market.ts';
import { listPlans } from '#contract/plans.ts';
import { listLevels } from '#contract/plans-offer.ts';
import { getPlan, getPlanProof, type PlanDetail } from '#contract/plans-proof.ts';
import { reportVerification } from '#contract/tasks.ts';
import { usdt } from '#core/money/amount.ts';
import { detail, playedUntil, proof } from '#web/features/plans/plan-proof.fixture.ts';
import { setProductClock } from '#web/platform/product-clock.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import type { FakeServer } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { asMember } from './member-page.fixture.ts';
import { openedPage } from './opened-page.fixture.ts';
import { Page as OrderDetailPage } from './order-detail.tsx';
import { Page as OrdersPage } from './orders.tsx';
import { Page as PracticePage } from './practice.tsx';
import { candlesOf, marketRows, marketStatus } from './samples-market.fixture.ts';
import { levels, lostPlan, plans, runningPlan, voidPlan } from './samples-plans.fixture.ts';

vi.mock('#web/ui/chart/candle-chart.tsx', () => import('./drawn-chart.fixture.tsx'));
/** How long a verification takes differs each time. */
vi.mock('#web/features/plans/plan-proof.ts', async (original) => {
  const real = await original<typeof import('#web/features/plans/plan-proof.ts')>();
  return {
    ...real,
    verifyProof: (...[bundle, known]: Parameters<typeof real.verifyProof>) => real.verifyProof(bundle, known, () => 0),
  };
});

const databases = memoryDatabases();
// Since when another market than the plan’s plays.
const status = { ...marketStatus, now: playedUntil + 60_000, lastPriceAt: playedUntil + 53_000, since: playedUntil };

let server: FakeServer;
asMember((opened) => {
  vi.useFakeTimers({ now: status.now, toFake: ['Date'] });
  setProductClock({ now: status.now, clockSpeed: 0 });
  server = opened;
  server.answer(getMarketStatus, status);
  server.answer(getPlanProof, proof);
  server.answer(reportVerification, { isNew: true });
  server.answer(listMarkets, [...marketRows]);
  server.answer(listLevels, levels);
  server.answer(getCandles, candlesOf(240));
});
beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => {
  databases.forget();
  vi.useRealTimers();
});

function openedPlan(shownPlan: PlanDetail) {
  server.answer(getPlan, shownPlan);
  return openedPage(<OrderDetailPage />, '/ordersDetail?id=8qk2');
}

test('the record of plans in every state', async () => {
  server.answer(listPlans, plans);
  await expectOutline(openedPage(<OrdersPage />, '/orders').container);
});

test('the record of a member without plans', async () => {
  server.answer(listPlans, []);
  await expectOutline(openedPage(<OrdersPage />, '/orders').container);
});

test('the record of plans, refused', async () => {
  server.refuse(listPlans, 'internalError', 'No plans now');
  await expectOutline(openedPage(<OrdersPage />, '/orders').container);
});

test('a plan that runs, five of its rounds closed, its prices standing still', async () => {
  server.answer(getMarketStatus, { ...status, staleCoins: ['ETH'] });
  const { container, shown } = openedPlan(runningPlan);
  await shown('as it was bound at placing');
  await expectOutline(container);
});

test('a plan before its first round', async () => {
  const { container, shown } = openedPlan({ ...runningPlan, rounds: [], plan: { ...runningPlan.plan, roundsDone: 0 } });
  await shown('as it was bound at placing');
  await expectOutline(container);
});

test('a plan that completed, verified on this phone', async () => {
  const { container, shown } = openedPlan(detail);
  await shown('Recorded days');
  await shown('as it was bound at placing');
  await expectOutline(container);
});

test('a plan that ended at its maximum loss, whose proof says otherwise', async () => {
  server.answer(getPlanProof, { ...proof, amount: usdt(12_345_678n) });
  const { container, shown } = openedPlan(lostPlan);
  await shown('Recorded days');
  await shown('Verify again');
  await expectOutline(container);
});

test('a plan that ended at its maximum profit, whose proof cannot be read', async () => {
  server.refuse(getPlanProof, 'internalError', 'No proof now');
  const { container, shown } = openedPlan({ ...detail, end: 'maximumProfit' });
  await shown('Verify again');
  await shown('as it was bound at placing');
  await expectOutline(container);
});

test('a void plan', async () => {
  const { container, shown } = openedPlan(voidPlan);
  await shown('as it was bound at placing');
  await shown('Verify again');
  await expectOutline(container);
});

test('a plan that is not there, and one that is refused', async () => {
  server.refuse(getPlan, 'planUnknown', 'No such plan');
  const unknown = openedPage(<OrderDetailPage />, '/ordersDetail?id=8qk9');
  await expectOutline(unknown.container);
  unknown.unmount();
  server.refuse(getPlan, 'internalError', 'Not now');
  await expectOutline(openedPage(<OrderDetailPage />, '/ordersDetail?id=8qk8').container);
});

test('a practice plan, and one of another level and leverage', async () => {
  const { container, press, shown } = openedPage(<PracticePage />, '/practice');
  await shown(/1X/);
  await shown(/Verif|match/i);
  await expectOutline(container);
  await press('4');
  await press('3X');
  await shown(/900\.00.*3X/);
  await shown(/Level 4/);
  await expectOutline(container);
});

test('a practice plan on too few candles', async () => {
  server.answer(getCandles, candlesOf(20));
  const { container, shown } = openedPage(<PracticePage />, '/practice');
  await shown('too few closed candles');
  await expectOutline(container);
});

test('a practice plan whose levels are refused', async () => {
  server.refuse(listLevels, 'internalError', 'No levels now');
  await expectOutline(openedPage(<PracticePage />, '/practice').container);
});
