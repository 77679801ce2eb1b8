import type { ChartCandle, MarketRow, MarketStatus } from '#contract/market.ts';

/** The moment at which the screens are shown. */
export const now = Date.UTC(2026, 4, 3, 14, 25, 36);

const minute = 60_000;
const day = 86_400_000;

/** A coin of the list: price, change in percent, traded value, decimals. */
const rowOf = (
  coin: string,
  last: number,
  changePercent: number,
  value24h: number,
  priceDecimals: number,
): MarketRow => ({
  ...{ coin, quote: 'USDT', last, changePercent, value24h, priceDecimals },
  ...{
    lastAt: now - 7_000,
    hourlyCloses: [last * 0.98, last * 1.03, last],
    iconPath: `/icons/${coin.toLowerCase()}.svg`,
  },
  ...{ high: last * 1.04, low: last * 0.97 },
});

/** The first three are the cards, the others the ranking; in no order of their own. */
export const marketRows: readonly MarketRow[] = [
  rowOf('ETH', 2_431.56, 3.1372, 9_876_543_210, 2),
  rowOf('BTC', 101_234.5, -2.7483, 45_678_901_234, 1),
  rowOf('SOL', 147.123, 0, 1_234_567_890, 3),
  rowOf('XRP', 0.61234, -11.25, 812_345_678, 5),
  rowOf('ADA', 0.4321, 7.5, 312_345_678, 4),
  rowOf('DOGE', 0.123456, 24.04, 98_765_432, 6),
  rowOf('LTC', 84.37, -0.04, 7_654_321, 2),
  { ...rowOf('TRX', 0.2711, 1.06, 654_321, 4), lastAt: null, iconPath: '', hourlyCloses: [] },
];

/** A recording, whose newest price is seven seconds old. */
export const marketStatus: MarketStatus = {
  ...{ source: 'replay', label: 'Recording of a test', state: 'live', ageMs: 7_000, lastPriceAt: now - 7_000 },
  ...{ staleCoins: ['XRP'], now, clockSpeed: 0, candleMinutes: 1 },
  identity: {
    ...{
      recording: 'a1'.repeat(32),
      recordedDays: 31,
      recordedFrom: Date.UTC(2025, 4, 1),
      recordedTo: Date.UTC(2025, 5, 1),
    },
    ...{ commitment: 'b2'.repeat(32), startsAt: now - 12 * day, day: 12, beaconCoins: ['ETH', 'BTC'] },
    played: { day: 11, factors: { ETH: 1.0173, BTC: 0.9871 } },
  },
};

/** An exchange whose prices stand still for 17 minutes. */
export const staleStatus: MarketStatus = {
  ...{ source: 'exchange', label: 'Kraken', state: 'stale', ageMs: 17 * minute, lastPriceAt: now - 17 * minute },
  ...{ staleCoins: [], now, clockSpeed: 0, candleMinutes: 5 },
  identity: { exchange: 'kraken', instruments: { ETH: 'ETH/USDT', BTC: 'BTC/USDT' } },
};

/** Candles of five minutes that close one after another, the last one still forming; over one of them another recorded day begins. */
export const candlesOf = (count: number, from = now - (now % (5 * minute)) - (count - 1) * 5 * minute): ChartCandle[] =>
  Array.from({ length: count }, (_, place) => {
    const [open, close] = [place, place + 1].map((at) => 2_400 + Math.round(3_000 * Math.sin(at / 7)) / 100) as [
      number,
      number,
    ];
    return {
      ...{
        openTime: from + place * 5 * minute,
        open,
        close,
        high: Math.max(open, close) + 1.5,
        low: Math.min(open, close) - 0.5,
      },
      ...{ volume: 100 + place, final: place < count - 1, seam: place === 3 || place === 9, isBreak: place === 9 },
    };
  });
