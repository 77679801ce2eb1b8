import * as z from 'zod/mini';
import type { Interval } from '#core/market/candle.ts';
import { moment, textField } from './fields.ts';
import { operation } from './operation.ts';

/** The chart's range tabs: the empty value is the Time tab, a line of 1-minute closes; the others are candles. */
export const chartRanges = ['', '5m', '30m', '1h', '6h', '1d'] as const;

/** A range tab of the chart; the empty string is the first one, "Time". */
export type ChartRange = (typeof chartRanges)[number];

/** The candle interval that a range tab draws. */
export function intervalOfRange(range: ChartRange): Interval {
  return range === '' ? '1m' : range;
}

/** The most candles of one chart: the last 400. */
export const chartCandlesMax = 400;

/** A coin's symbol, as letters and digits. */
export const coinField = textField(/^[A-Z0-9]{2,12}$/, 'coinMissing', 'coinUnknown');

/**
 * Market list item, positional as specified (0 symbol, 1 quote, 2 last, 8 change, 10 icon, 11 high, 12 low, 13 24-hour
 * value). The positions it leaves open: 3 time of the last price, 4 the last day as hourly closes, 5 decimals of the price.
 */
const marketWire = z.tuple([
  z.string(),
  z.string(),
  z.number(),
  z.nullable(moment),
  z.array(z.number()),
  z.int(),
  z.null(),
  z.null(),
  z.number(),
  z.null(),
  z.string(),
  z.number(),
  z.number(),
  z.number(),
]);

/** Path below `/api` of the icon that a recording brings of its coin: a picture that anybody may read. */
export const coinIconPath = '/market/icon/{icon}';

const marketRow = z.object({
  coin: z.string(),
  quote: z.string(),
  last: z.number(),
  /** When that price was made, or null where the coin has none yet. */
  lastAt: z.nullable(z.number()),
  /** Hourly closes of the last 24 hours, oldest first. */
  hourlyCloses: z.array(z.number()),
  priceDecimals: z.number(),
  /** Percent over the last 24 hours: 1.5 is +1.5 %. */
  changePercent: z.number(),
  /** Path of the coin's icon; empty where there is none. */
  iconPath: z.string(),
  high: z.number(),
  low: z.number(),
  /** Traded over the last 24 hours, in the quote asset. */
  value24h: z.number(),
});

/** A row of the market list: prices in the quote currency, times in ms since 1970 UTC. */
export type MarketRow = z.output<typeof marketRow>;

const marketItem = z.codec(marketWire, marketRow, {
  decode: (item) => ({
    coin: item[0],
    quote: item[1],
    last: item[2],
    lastAt: item[3],
    hourlyCloses: item[4],
    priceDecimals: item[5],
    changePercent: item[8],
    iconPath: item[10],
    high: item[11],
    low: item[12],
    value24h: item[13],
  }),
  encode: (row): z.output<typeof marketWire> => [
    row.coin,
    row.quote,
    row.last,
    row.lastAt,
    row.hourlyCloses,
    row.priceDecimals,
    null,
    null,
    row.changePercent,
    null,
    row.iconPath,
    row.high,
    row.low,
    row.value24h,
  ],
});

export const listMarkets = operation({
  summary: 'The market list: items 0-2 are the cards, 3-12 the ranking.',
  method: 'GET',
  path: '/ajax/allcoin_a/id/{id}/type/{type}',
  access: 'public',
  effect: 'read',
  input: z.strictObject({
    id: z.literal('1'),
    type: z.literal('0'),
    coin: z.optional(coinField),
  }),
  output: z.array(marketItem),
  errors: ['coinUnknown'],
});

/** Candle item as specified: `value` is the close, `data` is "open,close,low,high". Times in ISO 8601. */
const candleWire = z.object({
  time: moment,
  value: z.number(),
  volume: z.number(),
  data: z.string().check(z.regex(/^[^,]+(,[^,]+){3}$/)),
  final: z.optional(z.boolean()),
  seam: z.optional(z.boolean()),
  break: z.optional(z.boolean()),
});

const chartCandle = z.object({
  openTime: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
  /** False while the candle is still forming. */
  final: z.boolean(),
  /** True where another recorded day begins inside this candle. */
  seam: z.boolean(),
  /** True where the price is not carried on over that seam: it moves at once, between two candles. */
  isBreak: z.boolean(),
});

/** A candle of the chart: prices in the quote currency, `openTime` in ms since 1970 UTC. */
export type ChartCandle = z.output<typeof chartCandle>;

/** A candle as the specification sends it, `data` being "open,close,low,high". */
export const candleItem = z.codec(candleWire, chartCandle, {
  decode: (item) => {
    const [open, close, low, high] = item.data.split(',').map(Number) as [number, number, number, number];
    const { time: openTime, volume, final = true, seam = false, break: isBreak = false } = item;
    return { openTime, open, high, low, close, volume, final, seam, isBreak };
  },
  encode: ({ openTime, open, high, low, close, volume, final, seam, isBreak }) => ({
    time: openTime,
    value: close,
    volume,
    data: [open, close, low, high].join(','),
    ...(final ? {} : { final }),
    ...(seam ? { seam } : {}),
    ...(isBreak ? { break: isBreak } : {}),
  }),
});

export const getCandles = operation({
  summary: 'The last 400 candles of a coin, or all there are; the last one may still be forming.',
  method: 'GET',
  path: '/ajax/kxianb/name/{name}/time/{time}',
  access: 'public',
  effect: 'read',
  input: z.strictObject({
    name: coinField,
    time: z.optional(z.enum(chartRanges, { error: () => 'intervalUnknown' })),
  }),
  output: z.array(candleItem),
  answerIn: 'info',
  errors: ['coinUnknown', 'intervalUnknown'],
});

/** Six numbers a row: open time in ms, open, high, low, close, volume. */
export const candleRow = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);

/**
 * What identifies a replay, as plans are bound to it (`core/plans/market-binding.ts`), times in ms since 1970 UTC: the SHA-256 of the recording and
 * the commitment to its order in hex, the first recorded day and the end of the last, where day 0 begins, and the day that plays now, from 0.
 */
const replayIdentity = z.object({
  recording: z.string(),
  recordedDays: z.int(),
  recordedFrom: z.int(),
  recordedTo: z.int(),
  commitment: z.string(),
  startsAt: z.int(),
  day: z.int(),
  /** The newest day that has been played and what the recorded prices of each coin were multiplied by on it; that of a running day would tell which one it is. */
  played: z.nullable(z.object({ day: z.int(), factors: z.record(z.string(), z.number()) })),
  /** Coins whose candles the rounds take where the market is their beacon, the same in each. */
  beaconCoins: z.readonly(z.array(z.string())),
});

/** What identifies an exchange: its id, and its symbol of each coin. */
const exchangeIdentity = z.object({ exchange: z.string(), instruments: z.record(z.string(), z.string()) });

/** What identifies the market, as plans are bound to it. */
export type MarketIdentity = z.output<typeof replayIdentity> | z.output<typeof exchangeIdentity>;

/** Where prices come from and how fresh they are. */
export const marketStatus = z.object({
  source: z.enum(['replay', 'exchange']),
  /** The recording's or the exchange's name as it is to be shown. */
  label: z.string(),
  state: z.enum(['live', 'stale']),
  /** Age of the newest price in product time, or null before the first one. */
  ageMs: z.nullable(z.number()),
  lastPriceAt: z.nullable(z.number()),
  /** Coins whose own prices are stale while others are live, as where an exchange no longer lists them: their running plans wait. */
  staleCoins: z.array(z.string()),
  /** Product time at the server, and how much faster than a wall clock it runs. */
  now: z.number(),
  clockSpeed: z.number(),
  /** Length of the shortest candles, of which all others are made. */
  candleMinutes: z.union([z.literal(1), z.literal(5)]),
  /** Null before the source knows. */
  identity: z.nullable(z.union([replayIdentity, exchangeIdentity])),
  /** Product time (ms since 1970 UTC) from which on this market plays, another one before; left out where it always did. */
  since: z.optional(z.number()),
});

/** Where prices come from, how old they are, and the product clock; times in ms since 1970 UTC. */
export type MarketStatus = z.output<typeof marketStatus>;

/** Recordings whose label has a text in every language, by that label. */
export const recordingTexts: Readonly<Record<string, 'recordingOfMay2025'>> = {
  'Binance perpetual futures, recorded May 2025': 'recordingOfMay2025',
};

export const getMarketStatus = operation({
  summary: 'Source of the prices and what identifies it, their age, and the product clock.',
  method: 'GET',
  path: '/market/status',
  access: 'public',
  effect: 'read',
  output: marketStatus,
});
