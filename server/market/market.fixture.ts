import { fileURLToPath } from 'node:url';
import { type Candle, columnsOf } from '#core/market/candle.ts';
import { coinSymbols } from '#core/market/coins.ts';
import { silentLog } from '#server/platform/log.ts';
import { createMarket } from './market.ts';
import { loadRecordings, type Recordings, wholeDays } from './replay/recordings.ts';
import { ReplayOrder } from './replay/replay-order.ts';
import { ReplaySource } from './replay/replay-source.ts';
import type { MarketClock } from './source.ts';

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/** Folder of the shipped recording. */
export const recordingsFolder: string = fileURLToPath(new URL('../../data/candles', import.meta.url));

let shipped: Promise<Recordings> | undefined;

/** The shipped recording, unpacked once for all tests of a file. */
export function shippedRecordings(): Promise<Recordings> {
  shipped ??= loadRecordings(recordingsFolder);
  return shipped;
}

/** A product clock that stands still until it is set. */
export class HandClock implements MarketClock {
  readonly speed: number;
  #now: number;

  constructor(now: number, speed = 1) {
    this.#now = now;
    this.speed = speed;
  }

  now(): number {
    return this.#now;
  }

  set(now: number): void {
    this.#now = now;
  }

  pass(ms: number): void {
    this.#now += ms;
  }
}

/** The same candles for every coin, as a recording with prices of two decimals. */
export function recordingOf(candles: readonly Candle[]): Recordings {
  const recording = { candles: columnsOf(candles), priceDecimals: 2, volumeDecimals: 1 };
  return {
    label: 'made for a test',
    ...wholeDays(new Map(coinSymbols.map((coin) => [coin, recording])), minuteMs),
  };
}

/** `count` minutes from `openTime` on; the price rises by 0.1 a minute from `price`, and each swings by 0.25 around it. */
export function risingMinutes(openTime: number, count: number, price = 100): Candle[] {
  return Array.from({ length: count }, (_, index) => {
    const open = Math.round(price * 100 + index * 10) / 100;
    const close = Math.round(price * 100 + index * 10 + 10) / 100;
    return {
      openTime: openTime + index * minuteMs,
      open,
      high: Math.round(close * 100 + 25) / 100,
      low: Math.round(open * 100 - 25) / 100,
      close,
      volume: 1.5,
    };
  });
}

/** A replay whose first day begins at `start`, a midnight UTC, in an order that is the same in every test. */
export function replaySource(recordings: Recordings, clock: MarketClock, start: number): ReplaySource {
  return new ReplaySource(recordings, clock, replayOrder(recordings, start));
}

/** The order of `replaySource`. */
export function replayOrder(recordings: Recordings, start: number): ReplayOrder {
  return new ReplayOrder(start, new Uint8Array(32).fill(1), recordings.days.length);
}

/** A market over `replaySource`. */
export function replayMarket(recordings: Recordings, clock: MarketClock, start: number) {
  return createMarket(replaySource(recordings, clock, start), clock, silentLog);
}
