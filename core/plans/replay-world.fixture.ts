import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { aggregate } from '#core/market/aggregate.ts';
import { type Candle, type CandleColumns, columnsOf, type Interval, intervalMs } from '#core/market/candle.ts';
import { joinColumns, rowAtOrAfter } from '#core/market/columns.ts';
import { playedRows, rebasesOf } from '#core/market/replay.ts';
import { revealedOrder } from '#core/market/replay-order.ts';
import { roundToTick } from '#core/market/ticks.ts';
import { chainOf, tipOf } from '#core/proofs/seed-chain.ts';
import type { ReplayMarket } from './market-binding.ts';
import { candlesOfDay, daysOfCoin, recordedCoinHash, recordingHash } from './recording-hash.ts';
import { type PublishedReplay, revealOf } from './replay-reveal.ts';
import { walk } from './walk.fixture.ts';

const dayMs = 86_400_000;
const recordedDays = 6;
const recordedHours: readonly number[] = [0, 1, 2, 21, 22, 23];
/** The coin that `replayWorld` plays; another one is recorded beside it. */
export const replayedCoin = 'ETH';

/** Where recorded and replayed days begin. */
const recordedFrom = Date.UTC(2025, 4, 5);
const startsAt = Date.UTC(2026, 0, 1);

interface WorldOptions {
  readonly seed?: number;
  /** Newest day that has been played. */
  readonly lastDay?: number;
  /** Hours of each day that were recorded. */
  readonly hours?: readonly number[];
}

export type ReplayWorld = ReturnType<typeof replayWorld>;

/** A replay of a made-up recording: six days of two coins, of which the first and the last three hours were recorded, with gaps. */
export function replayWorld({ seed = 1, lastDay = 12, hours = recordedHours }: WorldOptions = {}) {
  const midnights = Array.from({ length: recordedDays }, (_, day) => recordedFrom + day * dayMs);
  const candles = recordedMinutes(seed, midnights, hours, 2_500);
  const days = daysOfCoin(candles, midnights);
  const coins = [
    {
      coin: 'BTC',
      decimals: 1,
      hash: recordedCoinHash(daysOfCoin(recordedMinutes(seed + 1, midnights, hours, 90_000), midnights)),
    },
    { coin: replayedCoin, decimals: 2, hash: recordedCoinHash(days) },
  ];
  const keys = chainOf(sha256(utf8ToBytes(`a worked example ${seed}`)), lastDay + 1);
  const commitment = tipOf(keys);
  const keyOf = (day: number) => bytesToHex(keys[day] ?? new Uint8Array());
  const order = revealedOrder({ commitment, day: lastDay, key: keyOf(lastDay), recordedDays }) ?? [];
  const rebases = rebasesOf(order, days, 2);
  const recorded = (day: number): CandleColumns => candlesOfDay(candles, midnights[order[day] ?? -1] ?? 0);
  const played = order.map((origin, day) => {
    const rows = recorded(day);
    const rebase = rebases[day] ?? { factor: 1, decimals: 2, isBreak: false };
    return playedRows(rows, 0, rows.openTime.length, startsAt + day * dayMs - (midnights[origin] ?? 0), rebase);
  });
  const recording = recordingHash(coins);
  const publishedAfter = (day: number): PublishedReplay => ({
    ...{ recording, commitment, startsAt, coins, days },
    revealed: day < 0 ? null : { day, key: keyOf(day) },
  });
  return {
    startsAt,
    order,
    keyOf,
    /** The market as it is bound for a first round at this time. */
    boundAt: (time: number): ReplayMarket => ({
      ...{ source: 'replay', label: 'A worked example', recording, recordedDays, commitment, startsAt },
      day: Math.floor((time - startsAt) / dayMs),
    }),
    /** What is published once this day of the replay has been played. */
    publishedAfter,
    /** What a proof reveals of these candles when the last day of this world has been played. */
    revealOf(used: CandleColumns) {
      const span = { from: used.openTime[0] ?? startsAt, to: used.openTime.at(-1) ?? startsAt };
      return revealOf(this.boundAt(span.from), replayedCoin, publishedAfter(lastDay), span);
    },
    /** Candles of a day of the replay, as they were recorded. */
    recorded,
    /** Candles of the replay: `count` of an interval from the first one that opens at or after a time. */
    candles(interval: Interval, from: number, count: number): CandleColumns {
      const made = aggregate(joinColumns(played), interval, { from: startsAt, through: Number.POSITIVE_INFINITY });
      const first = rowAtOrAfter(made.openTime, from);
      const rows = Array.from({ length: count }, (_, row) => first + row);
      const column = (values: Float64Array) => Float64Array.from(rows, (row) => values[row] ?? Number.NaN);
      const { openTime, open, high, low, close, volume } = made;
      return {
        openTime: column(openTime),
        ...{ open: column(open), high: column(high), low: column(low), close: column(close), volume: column(volume) },
      };
    },
    /** The minutes that these candles are made of. */
    minutesOf(used: CandleColumns, interval: Interval): CandleColumns {
      const minutes = joinColumns(played);
      const end = (used.openTime.at(-1) ?? 0) + intervalMs[interval];
      const [first, last] = [
        rowAtOrAfter(minutes.openTime, used.openTime[0] ?? 0),
        rowAtOrAfter(minutes.openTime, end),
      ];
      const { openTime, open, high, low, close, volume } = minutes;
      const cut = (values: Float64Array) => values.slice(first, last);
      return {
        openTime: cut(openTime),
        open: cut(open),
        high: cut(high),
        low: cut(low),
        close: cut(close),
        volume: cut(volume),
      };
    },
  };
}

/** Minutes of a walk on ticks of 0.01; one in twenty was not recorded. */
function recordedMinutes(
  seed: number,
  midnights: readonly number[],
  hours: readonly number[],
  startPrice: number,
): CandleColumns {
  const count = midnights.length * hours.length * 60;
  const { openTime, open, high, low, close, volume } = walk({
    seed,
    candles: count,
    swing: 0.001,
    startPrice,
    missing: 0,
  });
  const tick = (value: number | undefined) => roundToTick(value ?? 0, 2);
  const minutes = Array.from(openTime, (_, row): Candle => {
    const hour = Math.floor(row / 60);
    const day = midnights[Math.floor(hour / hours.length)] ?? 0;
    const at = (hours[hour % hours.length] ?? 0) * 3_600_000 + (row % 60) * 60_000;
    return {
      openTime: day + at,
      ...{ open: tick(open[row]), high: tick(high[row]), low: tick(low[row]), close: tick(close[row]) },
      volume: Math.round(volume[row] ?? 0),
    };
  });
  return columnsOf(minutes.filter((_, row) => row % 20 !== 7));
}
