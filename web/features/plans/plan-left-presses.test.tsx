// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import { getMarketStatus } from '#contract/market.ts';
import { placePlan } from '#contract/plans.ts';
import { getPlan, type PlanDetail } from '#contract/plans-proof.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { keptPlanOf } from './kept-plans.ts';
import { PlanConfirm } from './plan-confirm.tsx';
import { emptyPlanForm, type PlanForm } from './plan-form.ts';
import { levelOf, quoteAt } from './plan-presses.fixture.ts';
import { detail } from './plan-proof.fixture.ts';
import { planSummary } from './plan-summary.ts';

beforeAll(() => useLanguage('en'));

test('a plan whose answer comes when its page has been left is kept on this phone all the same', async () => {
  vi.stubGlobal('indexedDB', memoryDatabases());
  const server = fakeServer();
  const running: PlanDetail = { ...detail, settledAt: null, end: null };
  const held = server.hold(placePlan, detail.plan);
  server.answer(getPlan, running);
  server.answer(getMarketStatus, {
    ...{ source: 'replay', label: '', state: 'live', ageMs: 0, lastPriceAt: 0, staleCoins: [], now: 7_000 },
    ...{ clockSpeed: 1, candleMinutes: 1, identity: null },
  });
  const form: PlanForm = { ...emptyPlanForm, leverage: 3, amountText: '130' };
  const summary = planSummary(form, { levels: [levelOf(1)], available: null });
  const mounted = mount(
    <PlanConfirm
      {...{ open: true, form, summary, warnings: null, quote: quoteAt(3), available: null }}
      {...{ onPlaced: vi.fn(), onClose: vi.fn() }}
    />,
  );
  await handOn(mounted).press('Place the plan');
  await expect.poll(() => server.requestsTo(placePlan).length).toBe(1);
  mounted.unmount();
  held.release();
  await expect
    .poll(() => keptPlanOf(detail.plan.id))
    .toMatchObject({
      plan: { level: 1, coin: 'ETH', amount: 130_000_000n, marketHash: detail.marketHash },
      clock: { product: 7_000 },
    });
  expect(server.requestsTo(getPlan)).toHaveLength(1);
});
