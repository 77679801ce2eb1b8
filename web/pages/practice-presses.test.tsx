// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { type ChartCandle, getCandles, getMarketStatus, listMarkets, type MarketRow } from '#contract/market.ts';
import { listLevels } from '#contract/plans-offer.ts';
import { usdt } from '#core/money/amount.ts';
import { levelOf } from '#web/features/plans/plan-presses.fixture.ts';
import { readTradingDraft } from '#web/features/plans/trading-choices.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { asMember } from './member-page.fixture.ts';
import { Page } from './practice.tsx';

/** The library that draws charts needs a browser. */
vi.mock('#web/ui/chart/candle-chart.tsx', () => ({ CandleChart: () => 'the chart' }));

const rows = ['ETH', 'SOL'].map((coin) => ({
  ...{ coin, quote: 'USDT', hourlyCloses: [], last: 1, lastAt: 0, priceDecimals: 2, changePercent: 0 },
  ...{ iconPath: '/icons/eth.svg', high: 1, low: 1, value24h: 1 },
})) as MarketRow[];
const start = 1_700_006_400_000;
const candles = Array.from({ length: 80 }, (_, place): ChartCandle => {
  const [open, close] = [2_000 + 30 * Math.sin(place / 7), 2_000 + 30 * Math.sin((place + 1) / 7)];
  return {
    ...{ openTime: start + place * 300_000, open, high: Math.max(open, close) + 1, low: Math.min(open, close) - 1 },
    ...{ close, volume: 1, final: true, seam: false, isBreak: false },
  };
});
const identity = {
  ...{ recording: 'a'.repeat(64), recordedDays: 90, recordedFrom: start - 90 * 86_400_000, recordedTo: start },
  ...{ commitment: 'b'.repeat(64), startsAt: start - 86_400_000, day: 1, played: null, beaconCoins: ['ETH'] },
};

let server: FakeServer;
asMember((opened) => {
  server = opened;
  server.answer(listMarkets, rows);
  server.answer(listLevels, [levelOf(1), levelOf(2, { leverageMax: 9, amountMin: usdt(300_000_000n) })]);
  server.answer(getCandles, candles);
  server.answer(getMarketStatus, {
    ...{ source: 'replay', label: 'Recording', state: 'live', ageMs: 0, lastPriceAt: 0, staleCoins: [], identity },
    ...{ now: start + 86_400_000, clockSpeed: 1, candleMinutes: 1 },
  });
});

test('any coin, level and leverage can be tried; what was chosen becomes a real plan, with no amount yet', async () => {
  const mounted = mount(<Page />, { path: '/practice' });
  const { page, went, container } = mounted;
  const { press } = handOn(mounted);
  await expect.poll(() => container.textContent).toMatch(/100\.00.*1X.*ETH\/USDT/);
  await press('2');
  await press('9X');
  await expect.poll(() => container.textContent).toMatch(/300\.00.*9X.*ETH\/USDT/);
  await press(/^Trading area|ETH\/USDT$/);
  await press(/^SOL/);
  await expect.poll(() => container.textContent).toMatch(/300\.00.*9X.*SOL\/USDT/);
  expect(server.requestsTo(getCandles).at(-1)?.path).toContain('/name/SOL/time/5m');
  expect(page.queryByText('Nothing could be recomputed')).toBeNull();
  await press('1');
  await expect.poll(() => container.textContent).toMatch(/100\.00.*5X.*SOL\/USDT/);
  await press('Use these choices for a real plan');
  expect(went).toEqual(['/tab1?coin=SOL&level=1&leverage=5&range=5m']);
  expect(readTradingDraft().amountText).toBe('');
});

test('a market of too few closed candles says so, and one that cannot be read is tried again', async () => {
  server.answer(getCandles, candles.slice(0, 20));
  const few = mount(<Page />, { path: '/practice' });
  expect(await few.page.findByText('The market has too few closed candles for this yet')).toBeTruthy();
  few.unmount();
  queryClient.clear();
  server.answer(getCandles, candles);
  server.refuse(listLevels, 'internalError', 'Not now');
  const failed = mount(<Page />, { path: '/practice' });
  await failed.page.findByText('Try again');
  server.answer(listLevels, [levelOf(1)]);
  await handOn(failed).press('Try again');
  await expect.poll(() => failed.container.textContent).toMatch(/100\.00.*1X.*ETH\/USDT/);
});
