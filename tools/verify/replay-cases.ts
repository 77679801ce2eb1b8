import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type CandleColumns, candleAt } from '#core/market/candle.ts';
import { type CandleRow, columnsOfRows, rowAtOrAfter, rowsOf } from '#core/market/columns.ts';
import { pricePath } from '#core/market/price-path.ts';
import { recordedDays } from '#core/market/recorded-days.ts';
import { type DayPrices, playedRows, rebasesOf, shiftOf } from '#core/market/replay.ts';
import { revealedOrder } from '#core/market/replay-order.ts';
import { daysOfCoin } from '#core/plans/recording-hash.ts';
import { chainOf, tipOf } from '#core/proofs/seed-chain.ts';
import { dayMs, minuteMs } from '#core/time/lengths.ts';
import { recordingOf } from './recorded.ts';

const start = Date.UTC(2026, 0, 1);
const recordedFrom = Date.UTC(2025, 4, 5);

/** Worked examples of the replay. */
export const replayVectors: Readonly<Record<string, () => unknown>> = {
  'replay.v1.json': replay,
  'replay-details.v1.json': replayCases,
};

interface Recorded {
  readonly coin: string;
  readonly decimals: number;
  readonly prices: readonly DayPrices[];
  readonly candles: readonly (readonly CandleRow[])[];
}

/** Days of a replay as a revealed key draws them, and the minutes of the days shown, each with its path. */
function replayVector(
  { coin, decimals, prices, candles }: Recorded,
  midnights: readonly number[],
  shown: readonly number[],
  seed: string,
): object {
  const last = shown.at(-1) ?? 0;
  const keys = chainOf(sha256(utf8ToBytes(seed)), last + 1);
  const [key, commitment] = [bytesToHex(keys[last] ?? new Uint8Array()), tipOf(keys)];
  const order = revealedOrder({ commitment, day: last, key, recordedDays: midnights.length }) ?? [];
  const rebases = rebasesOf(order, prices, decimals);
  const place = { start, recordedDays: midnights };
  const plays = shown.flatMap((day) => {
    const [origin, rebase] = [order[day], rebases[day]];
    if (origin === undefined || rebase === undefined) return [];
    const minutes = (candles[origin] ?? []).map((row) => {
      const played = playedRows(columnsOfRows([row]), 0, 1, shiftOf(place, day, origin), rebase);
      const path = [...pricePath(candleAt(played, 0), rebase.decimals)];
      return { recorded: row, played: rowsOf(played)[0], path };
    });
    return [{ day, origin, ...rebase, minutes }];
  });
  return {
    ...{ coin, start, commitment, day: last, key, decimals, recordedDays: midnights },
    dayPrices: prices.map(({ open, close }) => [open, close]),
    plays,
  };
}

/** Replays that pin what recorded days rarely meet: factors of exactly a half and two, a break, halves of a tick, many decimals. */
function replayCases(): object[] {
  const midnights = Array.from({ length: 6 }, (_, day) => recordedFrom + day * dayMs);
  const shown = Array.from({ length: 24 }, (_, day) => day);
  const made = (coin: string, decimals: number, prices: readonly (readonly [number, number])[]): Recorded => ({
    ...{ coin, decimals },
    prices: prices.map(([open, close]) => ({ open, close })),
    candles: prices.map(([open, close], day) => [minuteOf(midnights[day] ?? 0, open, close)]),
  });
  return [
    replayVector(
      made('HALF', 0, [
        [4, 2],
        [2, 4],
        [4, 6],
        [9, 3],
        [3, 3],
        [5, 10],
      ]),
      midnights,
      shown,
      'halves',
    ),
    replayVector(
      made('FINE', 17, [
        [0.006, 0.0041],
        [0.0043, 0.0061],
        [0.0052, 0.0047],
        [0.0071, 0.0053],
        [0.0064, 0.0068],
        [0.0049, 0.0057],
      ]),
      midnights,
      shown,
      'many decimals',
    ),
  ];
}

function minuteOf(midnight: number, open: number, close: number): CandleRow {
  return [midnight + 5 * minuteMs, open, Math.max(open, close) * 1.5, Math.min(open, close), close, 7];
}

/** Days of the replay whose minutes are shown, and minutes of such a day. */
const daysShown = [0, 1, 11, 25, 40];
const minutesShown = [0, 1, 721, 1_439];

/** A coin's days as a revealed key draws them, and minutes of some of them. */
function replay(): unknown {
  const { candles, priceDecimals } = recordingOf('LAYER');
  const midnights = recordedDays([candles], 60_000);
  const minutes = midnights.map((midnight) => {
    const first = rowAtOrAfter(candles.openTime, midnight);
    return minutesShown.map((minute) => rowOf(candles, first + minute));
  });
  const recorded = { coin: 'LAYER', decimals: priceDecimals, prices: daysOfCoin(candles, midnights), candles: minutes };
  return replayVector(recorded, midnights, daysShown, 'a worked example');
}

function rowOf(columns: CandleColumns, row: number): CandleRow {
  const { openTime, open, high, low, close, volume } = candleAt(columns, row);
  return [openTime, open, high, low, close, volume];
}
