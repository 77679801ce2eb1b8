import { type CandleColumns, intervalMs, sliceColumns } from '#core/market/candle.ts';
import { type BoundMarket, bindingHash, boundLookback, type MarketBinding } from './market-binding.ts';
import { strategies } from './strategies/strategies.ts';
import type { PlanTerms } from './terms.ts';
import type { PlanVerification } from './verify.ts';

const dayMs = 86_400_000;

/** A replay that began 20 days before this time. */
export function someReplay(at: number): BoundMarket {
  const startsAt = (Math.floor(at / dayMs) - 20) * dayMs;
  return {
    source: 'replay',
    label: 'Binance perpetual futures, recorded May 2025',
    recording: 'a1'.repeat(32),
    recordedDays: 29,
    commitment: 'b2'.repeat(32),
    startsAt,
    day: 20,
  };
}

/**
 * What a plan over these candles was bound to: placed with the last candle before its first round still to close. `missing`: candles that did not come
 * between the lookback and the start.
 */
export function boundTo(
  coin: string,
  terms: PlanTerms,
  candles: CandleColumns,
  marketAt: (time: number) => BoundMarket = someReplay,
  missing = 0,
): Pick<PlanVerification, 'coin' | 'startsAt' | 'market' | 'marketHash' | 'reveal' | 'lookback'> {
  const { lookback } = strategies[terms.strategy];
  const startsAt = (candles.openTime[lookback - 1] ?? Number.NaN) + (1 + missing) * intervalMs[terms.interval];
  // With a gap before it, that candle is the newest one known.
  const known = (rows: number) => boundLookback(sliceColumns(candles, 0, rows), terms.interval, startsAt, lookback);
  const bound = (missing === 0 ? known(lookback - 1) : null) ?? known(lookback);
  if (!bound) throw new RangeError(`no ${lookback} candles before the first round`);
  const market: MarketBinding = { coin, interval: terms.interval, market: marketAt(startsAt), lookback: bound };
  const lastDay = Math.floor((candles.openTime.at(-1) ?? startsAt) / dayMs);
  const reveal =
    market.market.source === 'exchange' ? null : ({ state: 'hidden', until: (lastDay + 1) * dayMs } as const);
  return { coin, startsAt, market, marketHash: bindingHash(market), reveal, lookback };
}
