// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getMarketStatus, type MarketStatus } from '#contract/market.ts';
import { getPlan, getPlanProof, type PlanDetail } from '#contract/plans-proof.ts';
import { reportVerification } from '#contract/tasks.ts';
import { usdt } from '#core/money/amount.ts';
import { detail, playedUntil, proof } from '#web/features/plans/plan-proof.fixture.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { type FakeServer, fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakeStream } from '#web/ui/stream.fixture.ts';
import { Page } from './order-detail.tsx';

/** The library that draws charts needs a browser. */
const drawn = vi.hoisted(() => ({ content: null as { lines?: { label: string }[]; marks?: unknown[] } | null }));
vi.mock('#web/ui/chart/candle-chart.tsx', () => ({
  CandleChart: ({ content }: { content: never }) => {
    drawn.content = content;
    return 'the chart';
  },
}));

const databases = memoryDatabases();
const status: MarketStatus = {
  ...{ source: 'replay', label: 'Recording', state: 'live', ageMs: 0, lastPriceAt: 0, staleCoins: [] },
  ...{ now: playedUntil, clockSpeed: 1, candleMinutes: 1, identity: null },
};
const running: PlanDetail = {
  ...{ ...detail, settledAt: null, end: null, rounds: [] },
  plan: { ...detail.plan, status: 'pending' },
};

beforeAll(() => useLanguage('en'));
let server: FakeServer;
beforeEach(() => {
  vi.useFakeTimers({ now: playedUntil + 60_000, toFake: ['Date'] });
  vi.stubGlobal('indexedDB', databases);
  fakeStream();
  session.signIn('newcomer7');
  server = fakeServer();
  server.answer(getMarketStatus, status);
  server.answer(getPlanProof, proof);
});
afterEach(() => {
  vi.useRealTimers();
  session.signOut();
  databases.forget();
});

function shown(path = '/ordersDetail?id=8qk2') {
  const mounted = mount(<Page />, { path });
  const labels = () => [...mounted.container.querySelectorAll('button, a')].map((one) => one.textContent ?? '');
  return { ...mounted, ...handOn(mounted), labels };
}

test('a running plan says that its proof comes later, marks its start once a round has closed', async () => {
  server.answer(getPlan, { ...running, rounds: detail.rounds.slice(0, 2) });
  const { page, labels } = shown();
  expect(await page.findByText(/^Once the plan has settled/)).toBeTruthy();
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Plan 8QK2');
  expect(server.requestsTo(getPlan).map(({ path }) => path)).toEqual([expect.stringContaining('8QK2')]);
  expect(labels()).not.toContain('Download the proof');
  expect(await page.findByText('The market of this plan, as it was bound at placing')).toBeTruthy();
  expect(server.requestsTo(getPlanProof)).toEqual([]);
  expect(drawn.content?.lines?.map(({ label }) => label)).toContain('Plan starts');
  expect(drawn.content?.marks?.length).toBeGreaterThan(0);
});

test('before its first round a plan has no start on the chart', async () => {
  server.answer(getPlan, running);
  const { page } = shown();
  expect(await page.findByText('No round has closed yet.')).toBeTruthy();
  expect(drawn.content?.lines?.map(({ label }) => label)).not.toContain('Plan starts');
});

test('a plan whose prices stand still says until when it waits; one that has settled does not', async () => {
  server.answer(getMarketStatus, { ...status, staleCoins: ['ETH'] });
  server.answer(getPlan, running);
  const waiting = shown();
  const note = /ETH.*Jan 12, 22:30/;
  await expect.poll(() => waiting.container.textContent).toMatch(note);
  waiting.unmount();
  queryClient.clear();
  server.answer(getPlan, detail);
  const settled = shown();
  await settled.page.findByText('Download the proof');
  await expect.poll(() => server.requestsTo(getMarketStatus).length).toBeGreaterThan(1);
  expect(settled.container.textContent).not.toMatch(note);
});

test('a settled plan is verified, and what came of it reported; its proof and the recorded days are there', async () => {
  server.answer(getPlan, detail);
  server.answer(reportVerification, { isNew: true });
  const { page, labels, control } = shown();
  expect(await page.findByText('Recorded days')).toBeTruthy();
  expect(labels()).toContain('Download the proof');
  expect(page.queryByText(/^Once the plan has settled/)).toBeNull();
  expect(control('Ask customer service about this').getAttribute('href')).toContain('8QK2');
  await expect
    .poll(() => server.requestsTo(reportVerification).map(({ fields }) => fields))
    .toEqual([{ plan: '8QK2', computed: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
});

test('a plan whose proof does not fit is not reported; verified again, it is by the proof as the server has it then', async () => {
  server.answer(getPlan, detail);
  server.answer(getPlanProof, { ...proof, amount: usdt(1n) });
  server.answer(reportVerification, { isNew: true });
  const { page, press } = shown();
  expect(await page.findByText('Verify again')).toBeTruthy();
  expect(server.requestsTo(reportVerification)).toEqual([]);
  server.answer(getPlanProof, proof);
  await press('Verify again');
  await expect.poll(() => server.requestsTo(reportVerification).length).toBe(1);
});

test('a plan that is not one’s own leads to the records, and a failure is tried again', async () => {
  server.refuse(getPlan, 'planUnknown', 'Unknown');
  const unknown = shown();
  await unknown.press('Order Record');
  expect([unknown.went, unknown.replaced]).toEqual([['/orders'], ['/orders']]);
  unknown.unmount();
  queryClient.clear();
  // No id that a plan can have: the contract's schema refuses before anything is asked.
  for (const path of ['/ordersDetail', '/ordersDetail?id=a/b']) {
    const impossible = shown(path);
    await impossible.press('Order Record');
    expect(impossible.went).toEqual(['/orders']);
    impossible.unmount();
  }
  server.refuse(getPlan, 'internalError', 'Not now');
  const failed = shown();
  await failed.press('Try again');
  server.answer(getPlan, running);
  await failed.press('Try again');
  expect(await failed.page.findByText(/^Once the plan has settled/)).toBeTruthy();
});
