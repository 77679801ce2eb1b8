import { type CandleColumns, intervalMs, sliceColumns } from '#core/market/candle.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import type { PlanTerms } from './terms.ts';

/** How long a plan waits for missing candles, counted from when its last round closes if none is missing: 7 days in ms. */
export const voidAfterMs = 7 * 86_400_000;

/** What decides when a plan becomes void. */
interface Placed {
  readonly startsAt: number;
  readonly terms: Pick<PlanTerms, 'interval' | 'rounds'>;
}

/**
 * The deadline of a plan, in ms of the product clock: a plan that candles which open before it do not end is void from then on, and
 * its amount returns whole. Candles that open at the deadline or later are not looked at, so that late ones change nothing.
 */
export function voidFrom({ startsAt, terms }: Placed): number {
  return startsAt + terms.rounds * intervalMs[terms.interval] + voidAfterMs;
}

/** The candles that open before a plan's deadline. */
export function candlesInTime(plan: Placed, candles: CandleColumns): CandleColumns {
  return sliceColumns(candles, 0, rowAtOrAfter(candles.openTime, voidFrom(plan)));
}
