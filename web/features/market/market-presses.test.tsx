// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import {
  type ChartCandle,
  getCandles,
  getMarketStatus,
  listMarkets,
  type MarketRow,
  type MarketStatus,
} from '#contract/market.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { SourceSheet } from '#web/ui/figure/source-sheet.tsx';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakeStream } from '#web/ui/stream.fixture.ts';
import { CoinChange, CoinHeader } from './coin-header.tsx';
import { CoinSheet } from './coin-sheet.tsx';
import { CandlesDrawn, MarketChart, RangeTabs } from './market-chart.tsx';
import { PriceSourceCard } from './price-source-card.tsx';
import { useCoinListed, useFirstCoin, useMarketState, usePriceDecimals } from './queries/market.ts';

/** What the chart was given to draw, newest last. */
const drawn: {
  kind: string;
  rows: readonly unknown[];
  lines: readonly { label: string }[];
  marks: readonly unknown[];
}[] = [];

vi.mock('#web/ui/chart/load-chart.ts', () => ({
  loadChart: async () => ({
    ChartView: class {
      constructor(_: unknown, content: (typeof drawn)[0]) {
        drawn.push(content);
      }
      show(content: (typeof drawn)[0]): void {
        drawn.push(content);
      }
      colour(): void {}
      moveToZone(): void {}
      remove(): void {}
    },
  }),
}));

beforeAll(() => useLanguage('en'));

const minute = 60_000;
const rowOf = (coin: string, changes: Partial<MarketRow> = {}): MarketRow =>
  ({
    ...{ coin, quote: 'USDT', last: 2_000, lastAt: 0, hourlyCloses: [], priceDecimals: 2, changePercent: 1.5 },
    ...{ iconPath: '/icons/eth.svg', high: 2_100, low: 1_900, value24h: 1_500_000 },
    ...changes,
  }) as MarketRow;
const status: MarketStatus = {
  ...{ source: 'replay', label: 'May', state: 'live', ageMs: 0, lastPriceAt: 0, staleCoins: [], now: 0, clockSpeed: 1 },
  ...{ candleMinutes: 1, identity: null },
};
const candleAt = (place: number, changes: Partial<ChartCandle> = {}): ChartCandle => ({
  ...{ openTime: place * 5 * minute, open: 10, high: 12, low: 9, close: 10 + place, volume: 1 },
  ...{ final: true, seam: false, isBreak: false },
  ...changes,
});

function Known() {
  const state = useMarketState();
  const known = [useFirstCoin(), useCoinListed('BTC'), useCoinListed('ETH'), usePriceDecimals('SOL')];
  return <p>{[...known, state?.state, state?.standsSince].map(String).join(' ')}</p>;
}

// First, before another test has opened the stream.
test('while the stream is silent, prices, state and candles are read every three seconds and marked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  fakeStream();
  server.answer(listMarkets, [rowOf('ETH')]);
  server.answer(getMarketStatus, status);
  server.answer(getCandles, [candleAt(1)]);
  const { page } = mount(
    <>
      <CoinHeader coin="ETH" />
      <MarketChart coin="ETH" range="5m" />
    </>,
  );
  await vi.advanceTimersByTimeAsync(100);
  expect(page.queryByText(/catching up/)).toBeNull();
  server.answer(listMarkets, [rowOf('ETH', { high: 3_300 })]);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(page.getByText(/catching up/)).toBeTruthy();
  expect(page.getByText('3,300.00')).toBeTruthy();
  for (const operation of [listMarkets, getMarketStatus, getCandles]) {
    expect(server.requestsTo(operation).length).toBeGreaterThan(2);
  }
  vi.useRealTimers();
});

test('prices of the stream move the one coin, its bounds of the day and its change, and say when the last one came', async () => {
  const server = fakeServer();
  const stream = fakeStream();
  server.answer(listMarkets, [rowOf('ETH'), rowOf('BTC', { last: 60_000, high: 61_000, low: 59_000 })]);
  server.answer(getMarketStatus, status);
  const { page, container } = mount(
    <>
      <CoinHeader coin="ETH" />
      <CoinChange coin="ETH" />
    </>,
  );
  expect(await page.findByText('+1.50%')).toBeTruthy();
  expect(container.querySelector('dl')?.textContent).toMatch(/High2,100\.00Low1,900\.00.*1\.5M USDT/);
  await stream.open();
  await stream.send('prices', [['ETH', 2_200, -3]]);
  expect(await page.findByText('−3.00%')).toBeTruthy();
  expect(container.querySelector('dl')?.textContent).toContain('High2,200.00Low1,900.00');
  expect(container.textContent).toContain('2,200.00');
  await stream.send('market', { ...status, state: 'stale', lastPriceAt: null });
  expect(await page.findByText(/Stale: no price has come yet/)).toBeTruthy();
  expect(server.requestsTo(listMarkets)).toHaveLength(1);
});

test('without the market list a dash stands for each price', async () => {
  const server = fakeServer();
  fakeStream();
  server.refuse(listMarkets, 'internalError', 'Not now');
  server.answer(getMarketStatus, status);
  const { page } = mount(<CoinHeader coin="ETH" />);
  await expect.poll(() => page.queryAllByText('–').length).toBe(4);
});

test('a coin is chosen from the list, where the chosen one is pressed; a list that failed is tried again', async () => {
  const server = fakeServer();
  fakeStream();
  server.refuse(listMarkets, 'internalError', 'Not now');
  const [onChoose, onClose] = [vi.fn(), vi.fn()];
  const mounted = mount(<CoinSheet open chosen="BTC" onChoose={onChoose} onClose={onClose} />);
  const { page } = mounted;
  const { press, control } = handOn(mounted);
  expect(await page.findByText('The market list could not be loaded')).toBeTruthy();
  server.answer(listMarkets, [rowOf('ETH'), rowOf('BTC', { last: 60_000.5, changePercent: -2 })]);
  await press('Try again');
  await page.findByText('BTC');
  expect(control(/^BTC/).textContent).toBe('BTC/USDT60,000.50−2.00%');
  expect([/^ETH/, /^BTC/].map((name) => control(name).getAttribute('aria-pressed'))).toEqual(['false', 'true']);
  await press(/^ETH/);
  expect(onChoose.mock.calls).toEqual([['ETH']]);
  await press('Close');
  expect(onClose).toHaveBeenCalled();
});

test('a chart goes on with the candles of its own coin and range; after a gap all are read again; a range is one press', async () => {
  const server = fakeServer();
  const stream = fakeStream();
  server.answer(listMarkets, [rowOf('ETH')]);
  server.answer(getCandles, [candleAt(0), candleAt(1, { final: false })]);
  const onChange = vi.fn();
  const mounted = mount(
    <>
      <RangeTabs range="5m" onChange={onChange} />
      <MarketChart coin="ETH" range="5m" />
    </>,
  );
  const { page, rerender } = mounted;
  const { press, control } = handOn(mounted);
  expect(await page.findByLabelText('ETH to USDT, last price 11.00, +10.00% over the span shown.')).toBeTruthy();
  const candle = candleAt(1, { close: 15 });
  await stream.send('candle', { coin: 'BTC', time: '5m', candle: { ...candle, close: 98 } });
  await stream.send('candle', { coin: 'ETH', time: '1h', candle: { ...candle, close: 99 } });
  await stream.send('candle', { coin: 'ETH', time: '5m', candle });
  expect(await page.findByLabelText(/last price 15\.00/)).toBeTruthy();
  expect(server.requestsTo(getCandles)).toHaveLength(1);
  server.answer(getCandles, [candleAt(0), candleAt(5, { close: 20 })]);
  await stream.send('candle', { coin: 'ETH', time: '5m', candle: candleAt(5) });
  expect(await page.findByLabelText(/last price 20\.00/)).toBeTruthy();
  expect(drawn.at(-1)).toMatchObject({ kind: 'candles', rows: [candleAt(0), candleAt(5, { close: 20 })] });
  expect(control('5min').getAttribute('aria-pressed')).toBe('true');
  for (const name of ['Time', '30min', '1hour', '6hour', '1day']) await press(name);
  expect(onChange.mock.calls.flat()).toEqual(['', '30m', '1h', '6h', '1d']);
  server.answer(getCandles, [candleAt(0)]);
  rerender(<MarketChart coin="ETH" range="" />);
  await expect.poll(() => drawn.at(-1)?.kind).toBe('line');
});

test('candles that could not be loaded are said and tried again; a chart of a plan has its start, its rounds and its seams', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = fakeServer();
  fakeStream();
  server.answer(listMarkets, [rowOf('ETH', { priceDecimals: 4 })]);
  server.refuse(getCandles, 'internalError', 'Not now');
  const mounted = mount(<MarketChart coin="ETH" range="5m" />);
  const { page, rerender } = mounted;
  const { press } = handOn(mounted);
  expect(await page.findByText('The candles could not be loaded')).toBeTruthy();
  expect(page.getByLabelText('ETH to USDT: no candles to show.')).toBeTruthy();
  server.answer(getCandles, [candleAt(1)]);
  await press('Try again');
  expect(await page.findByLabelText(/last price 11\.0000/)).toBeTruthy();
  expect(page.queryByText('The candles could not be loaded')).toBeNull();
  const marks = [{ openTime: 0, direction: 1, result: 'up' }] as const;
  const start = { openTime: 0, label: 'Plan starts' };
  const candles = Array.from({ length: 16 }, (_, place) =>
    candleAt(place, { seam: place % 8 === 1, isBreak: place > 8 }),
  );
  rerender(<CandlesDrawn id="plan" coin="SOL" kind="candles" candles={candles} marks={marks} start={start} />);
  await expect.poll(() => drawn.at(-1)?.marks).toEqual(marks);
  expect(drawn.at(-1)?.lines.map(({ label }) => label)).toEqual([
    ...['Plan starts', 'Next recorded day', 'Next recorded day: price jumps'],
  ]);
  quiet.mockRestore();
});

test('the source of prices is named with its days and the coins whose prices stand still, and can be read again', async () => {
  const server = fakeServer();
  const stream = fakeStream();
  server.refuse(getMarketStatus, 'internalError', 'Not now');
  const mounted = mount(
    <>
      <PriceSourceCard />
      <SourceSheet open onClose={() => undefined} />
    </>,
  );
  const { page } = mounted;
  expect(await page.findByText('The source of prices could not be loaded')).toBeTruthy();
  const days = { recordedDays: 3, recordedFrom: 0, recordedTo: 3 * 86_400_000 };
  const identity = { recording: 'a'.repeat(64), commitment: 'b'.repeat(64), startsAt: 0, day: 1, played: null };
  server.answer(getMarketStatus, {
    ...status,
    ...{ clockSpeed: 60, staleCoins: ['SOL', 'XRP'], identity: { ...identity, ...days, beaconCoins: ['ETH'] } },
  });
  await handOn(mounted).press('Try again');
  expect(await page.findByText(/^Replay of May.*clock ×60/)).toBeTruthy();
  expect(page.getByText(/SOL, XRP/)).toBeTruthy();
  await handOn(mounted).press(/Replay of May.*clock ×60/);
  expect(page.getByText('Replay of May · 1970-01-01 – 1970-01-03 UTC')).toBeTruthy();
  expect(page.getByText(/3.*1970.01.01.*1970.01.03/)).toBeTruthy();
  await stream.open();
  await stream.send('market', { ...status, source: 'exchange', label: 'Binance' });
  expect(await page.findByText(/^Live from Binance/)).toBeTruthy();
  expect(page.queryByText(/SOL, XRP/)).toBeNull();
});

test('what screens ask of the market: whether a coin is listed, the first one, its decimals, and since when prices stand', async () => {
  const server = fakeServer();
  fakeStream();
  server.answer(listMarkets, [rowOf('SOL', { priceDecimals: 3 }), rowOf('BTC')]);
  server.answer(getMarketStatus, { ...status, state: 'stale', lastPriceAt: 7 });
  const { page } = mount(<Known />);
  expect(page.getByText(/^ETH undefined undefined undefined/)).toBeTruthy();
  expect(await page.findByText('SOL true false 3 stale 7')).toBeTruthy();
});

test('the product’s promise stands in the chart until something of the market is known', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const promise = /every figure can be checked/;
  for (const known of ['market', 'candles', 'neither'] as const) {
    const server = fakeServer();
    fakeStream();
    const [rows, candles] = [server.hold(listMarkets, [rowOf('ETH')]), server.hold(getCandles, [candleAt(1)])];
    if (known === 'neither') server.refuse(getCandles, 'internalError', 'Not now');
    const { page, unmount } = mount(<MarketChart coin="ETH" range="5m" />);
    if (known === 'neither') await page.findByText('The candles could not be loaded');
    else expect(page.getByText(promise)).toBeTruthy();
    if (known === 'market') rows.release();
    if (known === 'candles') candles.release();
    await expect.poll(() => page.queryByText(promise)).toBeNull();
    expect(page.getByRole('img').getAttribute('aria-label')).toMatch(known === 'candles' ? /11/ : /no candles/);
    unmount();
    rows.release();
    candles.release();
    queryClient.clear();
  }
  quiet.mockRestore();
});
