import fc from 'fast-check';
import { type Candle, type CandleColumns, columnsOf } from '#core/market/candle.ts';
import type { PlanTerms } from './terms.ts';

export interface Walk {
  readonly seed: number;
  readonly candles: number;
  /** Largest move of one candle, as a ratio. */
  readonly swing: number;
  readonly startPrice?: number;
  /** Share of candles that the recording lost. */
  readonly missing?: number;
}

export const fiveMinutesMs = 300_000;

/** A generated market: the same candles for the same seed on every machine. Candles open where the one before closed, or near. */
export function walk({ seed, candles, swing, startPrice = 2_500, missing = 0 }: Walk): CandleColumns {
  const random = randomFrom(seed);
  const made: Candle[] = [];
  let price = startPrice;
  let drift = 0;
  for (let step = 0; made.length < candles; step++) {
    drift = drift * 0.95 + (random() - 0.5) * swing * 0.3;
    const open = price * (1 + (random() - 0.5) * swing * 0.05);
    const close = open * (1 + (random() - 0.5) * swing + drift);
    const high = Math.max(open, close) * (1 + random() * swing * 0.5);
    const low = Math.min(open, close) * (1 - random() * swing * 0.5);
    price = close;
    const lost = random() < missing;
    if (!lost) made.push({ openTime: step * fiveMinutesMs, open, high, low, close, volume: random() * 1_000 });
  }
  return columnsOf(made);
}

/** Numbers between 0 and 1 from a seed (Park and Miller's generator, exact in doubles). */
export function randomFrom(seed: number): () => number {
  const modulus = 2_147_483_647;
  let state = (Math.abs(seed) % (modulus - 1)) + 1;
  return () => {
    state = (state * 48_271) % modulus;
    return state / modulus;
  };
}

/** Candles of these prices, five minutes apart. */
export function candlesFrom(
  rows: readonly (readonly [open: number, high: number, low: number, close: number])[],
): CandleColumns {
  return columnsOf(
    rows.map(([open, high, low, close], row) => ({ openTime: row * fiveMinutesMs, open, high, low, close, volume: 1 })),
  );
}

export const someTerms: PlanTerms = {
  engine: 1,
  strategy: 'trend-1',
  interval: '5m',
  rounds: 12,
  leverage: 10,
  maximumProfit: 0.07,
  maximumLoss: 0.05,
  feeRate: 0.0002,
};

/** Terms over the whole range of what levels may set. */
export const anyTerms: fc.Arbitrary<PlanTerms> = fc.record({
  engine: fc.constant(1 as const),
  strategy: fc.constantFrom('trend-1', 'reversion-1'),
  interval: fc.constant('5m' as const),
  rounds: fc.integer({ min: 1, max: 30 }),
  leverage: fc.integer({ min: 1, max: 50 }),
  maximumProfit: fc.integer({ min: 1, max: 3_000 }).map((tenThousandths) => tenThousandths / 10_000),
  maximumLoss: fc.integer({ min: 1, max: 3_000 }).map((tenThousandths) => tenThousandths / 10_000),
  feeRate: fc.integer({ min: 0, max: 20 }).map((tenThousandths) => tenThousandths / 10_000),
});

/** Markets from dead calm to wild, of coins from 0.00001 to 100,000, with and without lost candles. */
export const anyWalk = (candles: { readonly min: number; readonly max: number }): fc.Arbitrary<CandleColumns> =>
  fc
    .record({
      seed: fc.integer(),
      candles: fc.integer(candles),
      swing: fc.constantFrom(0.0001, 0.001, 0.004, 0.02, 0.1),
      startPrice: fc.constantFrom(0.00001, 0.37, 2_500, 100_000),
      missing: fc.constantFrom(0, 0.1),
    })
    .map(walk);
