// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getLimits } from '#contract/limits.ts';
import { getMarketStatus, listMarkets, type MarketRow } from '#contract/market.ts';
import { placePlan } from '#contract/plans.ts';
import { getPlan } from '#contract/plans-proof.ts';
import { listComingLevels } from '#contract/weight.ts';
import { usdt } from '#core/money/amount.ts';
import { loadSheets, tradingServer } from '#web/features/plans/plan-desk.fixture.tsx';
import { detail } from '#web/features/plans/plan-proof.fixture.ts';
import { errorText } from '#web/platform/i18n/text.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakeStream } from '#web/ui/stream.fixture.ts';
import { Page } from './trading.tsx';

/** The library that draws charts needs a browser. */
vi.mock('#web/ui/chart/candle-chart.tsx', () => ({ CandleChart: () => 'the chart' }));

const databases = memoryDatabases();
const rows = ['ETH', 'SOL'].map((coin) => ({
  ...{ coin, quote: 'USDT', hourlyCloses: [], last: 1, lastAt: 0, priceDecimals: 2, changePercent: 0 },
  ...{ iconPath: '/icons/eth.svg', high: 1, low: 1, value24h: 1 },
})) as MarketRow[];
const count = { since: 0, lost: usdt(0n), atRisk: usdt(0n), left: usdt(1_000_000n) };

beforeAll(async () => {
  await useLanguage('en');
  await loadSheets();
});
let server: FakeServer;
beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('indexedDB', databases);
  fakeStream();
  session.signIn('satoshi7');
  server = tradingServer();
  server.answer(listMarkets, rows);
  server.answer(getMarketStatus, {
    ...{ source: 'replay', label: 'Recording', state: 'live', ageMs: 0, lastPriceAt: 0, staleCoins: [] },
    ...{ now: 0, clockSpeed: 1, candleMinutes: 1, identity: null },
  });
  server.answer(listComingLevels, []);
  server.answer(getLimits, {
    ...{ lossLimits: [{ period: 'day', amount: usdt(1_000_000n), next: null, count }], exclusion: null },
    ...{ now: 0, timeZone: 'UTC' },
  });
  server.answer(getPlan, { ...detail, settledAt: null, end: null, rounds: [] });
});
afterEach(() => {
  session.signOut();
  databases.forget();
});

function shown(path: string) {
  const mounted = mount(<Page />, { path });
  return { ...mounted, ...handOn(mounted) };
}

test('a plan is confirmed once nothing is missing, with what the member’s limits leave; placed, it stands in place of the form', async () => {
  const { page, press, fill, field, toast } = shown('/tab1?coin=ETH&level=1&leverage=2&range=5m');
  await page.findByText(/^Level 1$/);
  await fill(/Planned amount/, '120');
  await press('Determine the plan');
  expect(await page.findByText('Place this plan?')).toBeTruthy();
  await expect.poll(() => page.queryAllByText(/could lose 3\.60 USDT, which is more/).length).toBeGreaterThan(0);
  await press('Place the plan');
  expect(await page.findByText('Plan placed')).toBeTruthy();
  expect(server.requestsTo(placePlan).map(({ fields }) => fields)).toEqual([
    { id: '1', coin: 'ETH', multiple: '2', price: '120.000000' },
  ]);
  expect(page.queryByText('Determine the plan')).toBeNull();
  await press('Staking Again');
  await expect.poll(() => field(/Planned amount/).value).toBe('');
  // The code of the sheet is there by now: it would be seen at once.
  await press('Determine the plan');
  await expect.poll(toast).toBe(errorText('amountMissing'));
  expect(page.queryByText('Place this plan?')).toBeNull();
});

test('the sheet of coins closes once a coin is chosen for the plan', async () => {
  const { page, press, went } = shown('/tab1?coin=ETH&level=1&leverage=2&range=5m');
  await page.findByText(/^Level 1$/);
  await press(/Select trading area/);
  await press(/^SOL/);
  expect(went.at(-1)).toContain('coin=SOL');
  await expect.poll(() => page.queryByRole('button', { name: /^SOL/ })).toBeNull();
});

test('for an address with a coin that the market does not have those it has are offered', async () => {
  const { page, press, went } = shown('/tab1?coin=DOGE');
  expect(await page.findByText(errorText('coinUnknown'))).toBeTruthy();
  await press('Select trading area');
  await press(/^SOL/);
  expect(went.at(-1)).toBe('?coin=SOL&range=5m');
});
