// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getMarketStatus } from '#contract/market.ts';
import { placePlan } from '#contract/plans.ts';
import { getPlan, type PlanDetail } from '#contract/plans-proof.ts';
import { setProductClock } from '#web/platform/product-clock.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { keptPlanOf } from './kept-plans.ts';
import { PlanConfirm } from './plan-confirm.tsx';
import { emptyPlanForm, type PlacedPlan, type PlanForm } from './plan-form.ts';
import { levelOf, quoteAt } from './plan-presses.fixture.ts';
import { detail, known, proof } from './plan-proof.fixture.ts';
import { verifyProof } from './plan-proof.ts';
import { planSummary } from './plan-summary.ts';
import { receiptDifferences } from './sent-plan.ts';

const databases = memoryDatabases();
const { startsAt } = detail;
const running: PlanDetail = { ...detail, settledAt: null, end: null };

beforeAll(() => useLanguage('en'));
beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => databases.forget());

/** The desk’s question at a product time, and what was placed by it. */
function asking(now: number) {
  // A reading of before the last one counts with another speed alone.
  setProductClock({ now, clockSpeed: 1 });
  setProductClock({ now, clockSpeed: 0 });
  const server = fakeServer();
  server.answer(getPlan, running);
  server.answer(getMarketStatus, {
    ...{ source: 'replay', label: '', state: 'live', ageMs: 0, lastPriceAt: 0, staleCoins: [], now },
    ...{ clockSpeed: 0, candleMinutes: 1, identity: null },
  });
  const form: PlanForm = { ...emptyPlanForm, leverage: 3, amountText: '130' };
  const summary = planSummary(form, { levels: [levelOf(1)], available: null });
  const placed = vi.fn<(plan: PlacedPlan) => void>();
  const withAmount = (amountText: string) => (
    <PlanConfirm
      {...{ open: true, form: { ...form, amountText }, summary, warnings: null, quote: quoteAt(3), available: null }}
      {...{ onPlaced: placed, onClose: vi.fn() }}
    />
  );
  const mounted = mount(withAmount(form.amountText));
  const press = handOn(mounted).press;
  const sent = async (count = 1) => {
    await expect.poll(() => placed.mock.calls.length).toBe(count);
    return placed.mock.calls[count - 1]?.[0].sent as PlacedPlan['sent'];
  };
  const change = (amountText: string) => mounted.rerender(withAmount(amountText));
  return { server, sent, change, place: () => press('Place the plan') };
}

const startsIn = (found: readonly { readonly field: string }[]) => found.filter(({ field }) => field === 'startsAt');

async function foundOf({ sent }: { readonly sent: () => Promise<PlacedPlan['sent']> }) {
  const receipt = startsIn(receiptDifferences(await sent(), detail.plan, running));
  await expect.poll(async () => (await keptPlanOf(detail.plan.id))?.plan.marketHash).toBe(detail.marketHash);
  const kept = (await keptPlanOf(detail.plan.id))?.plan ?? null;
  return [...receipt, ...startsIn(verifyProof(proof, { ...known, kept }, () => 0).differences)];
}

const minute = 60_000;

test('a plan that was sent before its first candle is not dated back, nor one that had no answer and is sent again after it', async () => {
  const inTime = asking(startsAt - 1);
  inTime.server.answer(placePlan, detail.plan);
  await inTime.place();
  expect(await foundOf(inTime)).toEqual([]);
  databases.forget();
  const again = asking(startsAt - 1);
  again.server.loseConnection(placePlan);
  await again.place();
  await expect.poll(() => again.server.requestsTo(placePlan).length).toBe(1);
  setProductClock({ now: startsAt + minute, clockSpeed: 1 });
  again.server.answer(placePlan, detail.plan);
  await again.place();
  expect(await foundOf(again)).toEqual([]);
});

test('a plan that the server dates back to before this phone sent it is found at once, and by its verification', async () => {
  const asked = asking(startsAt + minute);
  asked.server.answer(placePlan, detail.plan);
  await asked.place();
  const claimed = `≥ ${new Date(startsAt + minute - 10_000).toISOString()}`;
  expect(await foundOf(asked)).toEqual([
    { between: 'receipt', field: 'startsAt', claimed, found: new Date(startsAt).toISOString() },
    { between: 'kept', field: 'startsAt', claimed, found: new Date(startsAt).toISOString() },
  ]);
});

test('a plan that had no answer counts from when it was sent first, also where another one was placed in between', async () => {
  const { server, sent, change, place } = asking(startsAt - 1);
  server.loseConnection(placePlan);
  await place();
  await expect.poll(() => server.requestsTo(placePlan).length).toBe(1);
  setProductClock({ now: startsAt + minute, clockSpeed: 1 });
  server.answer(placePlan, detail.plan);
  change('150');
  await place();
  expect((await sent()).notBefore).toBeGreaterThan(startsAt);
  change('130');
  await place();
  const again = await sent(2);
  expect(startsIn(receiptDifferences(again, detail.plan, running))).toEqual([]);
  // Once it had its answer, the same counts anew.
  await place();
  expect((await sent(3)).notBefore).toBeGreaterThan(startsAt);
});

test('a plan that was refused for good counts anew when it is sent again, one that the server was too busy for does not', async () => {
  for (const [code, isAnew] of [
    ['insufficientFunds', true],
    ['serverBusy', false],
  ] as const) {
    const { server, sent, place } = asking(startsAt - 1);
    server.refuse(placePlan, code, 'Not now');
    await place();
    await expect.poll(() => server.requestsTo(placePlan).length).toBe(1);
    setProductClock({ now: startsAt + minute, clockSpeed: 1 });
    server.answer(placePlan, detail.plan);
    await place();
    expect([code, ((await sent()).notBefore ?? 0) > startsAt]).toEqual([code, isAnew]);
  }
});
