import type { CandleColumns } from '#core/market/candle.ts';
import type { PlanStart } from '#server/features/plans/plan-groups.ts';

interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/**
 * What one plan must end with, computed from the rule page alone and sharing no code with the engine: every plan is run by
 * itself, candle by candle, over plain objects. Doubles in the published order, so that equal means equal to the last bit.
 */
export function bookedIncome(
  { coin, startsAt, terms }: PlanStart,
  amount: bigint,
  columns: CandleColumns,
): { readonly income: bigint; readonly shortfall: bigint } {
  const bars = barsOf(`${coin} ${terms.interval}`, columns);
  let at = bars.starts.get(startsAt);
  if (at === undefined) throw new Error(`no candle of ${coin} at ${startsAt}`);
  const entryFee = 2 * terms.leverage * terms.feeRate;
  let result = 0;
  let side = 'flat';
  for (let round = 1; round <= terms.rounds; round++, at++) {
    const bar = bars.list[at];
    if (!bar) throw new Error(`${coin} has no candle for round ${round}`);
    const before = bars.list.slice(at - 48, at);
    const wanted = terms.strategy === 'trend-1' ? trendSide(before) : reversionSide(before.slice(12));
    const fee = wanted !== 'flat' && wanted !== side ? entryFee : 0;
    const worth = (price: number) => {
      if (wanted === 'flat') return -fee;
      const gain = wanted === 'long' ? price / bar.open - 1 : 1 - price / bar.open;
      return terms.leverage * gain - fee;
    };
    const [least, most] = wanted === 'short' ? [bar.high, bar.low] : [bar.low, bar.high];
    if (result + worth(least) <= -terms.maximumLoss) {
      const missing = -terms.maximumLoss - (result - fee);
      return settled(amount, -terms.maximumLoss, Math.max(missing, 0));
    }
    if (result + worth(most) >= terms.maximumProfit) return settled(amount, terms.maximumProfit, 0);
    result += worth(bar.close);
    side = wanted;
  }
  return settled(amount, result, 0);
}

function settled(amount: bigint, result: number, shortfall: number): { income: bigint; shortfall: bigint } {
  return {
    income: BigInt(Math.trunc(Number(amount) * result)),
    shortfall: BigInt(Math.trunc(Number(amount) * shortfall)),
  };
}

function trendSide(before: readonly Bar[]): string {
  const older = before.slice(0, 36).reduce((total, { close }) => total + close, 0);
  const recent = before.slice(36).reduce((total, { close }) => total + close, 0);
  const fast = recent / 12;
  const slow = (older + recent) / 48;
  if (fast > slow * 1.001) return 'long';
  return fast < slow * 0.999 ? 'short' : 'flat';
}

function reversionSide(before: readonly Bar[]): string {
  const mean = before.reduce((total, { close }) => total + close, 0) / 36;
  const variance = before.reduce((total, { close }) => total + (close - mean) * (close - mean), 0) / 36;
  const distance = (before.at(-1)?.close ?? 0) - mean;
  const near = Math.abs(distance) <= mean * 0.003;
  if (near || distance * distance <= 1.5 * 1.5 * variance) return 'flat';
  return distance > 0 ? 'short' : 'long';
}

const made = new Map<string, { readonly list: Bar[]; readonly starts: Map<number, number> }>();

function barsOf(name: string, columns: CandleColumns): { readonly list: Bar[]; readonly starts: Map<number, number> } {
  const known = made.get(name);
  if (known) return known;
  const list = Array.from(columns.openTime, (time, row) => ({
    time,
    open: columns.open[row] as number,
    high: columns.high[row] as number,
    low: columns.low[row] as number,
    close: columns.close[row] as number,
  }));
  const bars = { list, starts: new Map(list.map(({ time }, row) => [time, row])) };
  made.set(name, bars);
  return bars;
}
