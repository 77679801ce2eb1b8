// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { type ChartCandle, getCandles, getMarketStatus, listMarkets, type MarketRow } from '#contract/market.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { translate } from '#web/platform/i18n/text.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline, outlineOf } from '#web/ui/outline.fixture.ts';
import { Page as BasketPage } from './index-basket.tsx';
import { asMember } from './member-page.fixture.ts';
import { atSampleTime, sampleNow } from './money-moments.fixture.ts';

/** The library that draws charts needs a browser: what it is given stands in its place. */
vi.mock('#web/ui/chart/candle-chart.tsx', () => ({
  CandleChart: ({ content, label }: { content: object; label: string }) =>
    JSON.stringify({ label, attribution: translate('market.attribution'), ...content }, null, 1),
}));

const rowOf = (coin: string, place: number): MarketRow => ({
  ...{ coin, quote: 'USDT', last: 100 + place, lastAt: sampleNow, hourlyCloses: [], priceDecimals: 2 },
  ...{ changePercent: place, iconPath: '', high: 200 + place, low: 50 + place, value24h: 1_000 * place },
});

const hours = 3_600_000;
const closes: Readonly<Record<string, readonly number[]>> = {
  SOL: [150, 151.5, 149.25, 165.5],
  BTC: [60_000, 61_000.5, 59_500, 58_200.25],
  ETH: [3_000, 3_010, 3_100, 3_000],
};

const candlesOf = (coin: string): ChartCandle[] =>
  (closes[coin] ?? []).map((close, place) => ({
    ...{ openTime: sampleNow - (4 - place) * 6 * hours, open: close - 1, high: close + 2, low: close - 3, close },
    ...{ volume: 10 + place, final: place < 3, seam: place === 2, isBreak: place === 2 },
  }));

let server: FakeServer;
atSampleTime();
asMember((opened) => {
  server = opened;
  server.answer(listMarkets, ['SOL', 'BTC', 'ETH'].map(rowOf));
  server.answerBy(getCandles, ({ path }) => candlesOf(/name\/([^/]+)/.exec(path)?.[1] ?? ''));
  server.answer(getMarketStatus, {
    ...{ source: 'replay', label: 'Binance perpetual futures, recorded May 2025', state: 'stale', ageMs: 3.4 * hours },
    ...{ lastPriceAt: sampleNow - 3.4 * hours, staleCoins: [], now: sampleNow, clockSpeed: 1, candleMinutes: 1 },
    identity: null,
  });
});

test('the index of three coins, one of which has risen, one fallen, and one is where it was', async () => {
  const { container, page } = mount(<BasketPage />, { path: '/blackRock' });
  await page.findByText(/^Replay of/);
  await expectOutline(container);
});

test('the index while it is read, of a single candle, and one that cannot be read', async () => {
  const held = server.hold(listMarkets, []);
  const reading = mount(<BasketPage />, { path: '/blackRock' });
  expect(outlineOf(reading.container)).toMatchSnapshot();
  held.release();
  reading.unmount();
  queryClient.clear();
  server.answer(listMarkets, ['SOL', 'BTC'].map(rowOf));
  server.answerBy(getCandles, () => candlesOf('SOL').slice(0, 1));
  const none = mount(<BasketPage />, { path: '/blackRock' });
  await none.page.findByText(/not enough candles/);
  await expectOutline(none.container);
  none.unmount();
  queryClient.clear();
  server.refuse(getCandles, 'internalError', 'Not now');
  const refused = mount(<BasketPage />, { path: '/blackRock' });
  await refused.page.findByText('Not now');
  await expectOutline(refused.container);
});
