import { type CandleColumns, intervalMs, sliceColumns } from '#core/market/candle.ts';
import { joinColumns, noCandles, rowsOf } from '#core/market/columns.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { runPlan } from '#core/plans/engine.ts';
import type { BoundMarket } from '#core/plans/market-binding.ts';
import { type PlanReveal, revealOf as revealOfDays } from '#core/plans/replay-reveal.ts';
import { replayedCoin, replayWorld } from '#core/plans/replay-world.fixture.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { PlanOutcome, PlanProgress, PlanTerms } from '#core/plans/terms.ts';
import { candlesInTime, voidFrom } from '#core/plans/void.ts';
import { someTerms, walk } from '#core/plans/walk.fixture.ts';
import { exchange } from './plan-cases.ts';

const terms: PlanTerms = { ...someTerms, leverage: 3, rounds: 12, maximumProfit: 50, maximumLoss: 1 };
const { lookback } = strategies[terms.strategy];
const stepMs = intervalMs[terms.interval];
const amount = usdt(50_000_001n);
const on = { marketAt: () => exchange, revealOf: () => null };

type MakeVector = (
  id: string,
  coin: string,
  terms: PlanTerms,
  amount: Usdt,
  candles: CandleColumns,
  outcome: PlanOutcome | PlanProgress,
  on: { readonly marketAt: (time: number) => BoundMarket; readonly revealOf: () => PlanReveal | null },
) => object;

const history = walk({ seed: 31, candles: lookback + terms.rounds, swing: 0.004 });

/** Void plans: after three rounds and before the first one. */
export function voidCases(vectorOf: MakeVector): unknown[] {
  const [three, none] = [lookback + 3, lookback].map((count) => {
    const candles = sliceColumns(history, 0, count);
    return { candles, outcome: runPlan(terms, candles) };
  });
  if (!three || !none || three.outcome.end !== null) throw new Error('these plans have not ended');
  return [
    vectorOf('VOID-AFTER-THREE-ROUNDS', 'ETH', terms, amount, three.candles, three.outcome, on),
    vectorOf('VOID-BEFORE-ITS-FIRST-ROUND', 'ETH', terms, amount, none.candles, none.outcome, on),
  ];
}

/** A void plan on a replay of which one hour a day was recorded: revealed are the days up to its deadline, also those behind its last candle. */
export const replayedVoidCase = (vectorOf: MakeVector): object => voidOnReplay(vectorOf, 'VOID-ON-A-REPLAY', 288);

/** The same with a deadline at midnight: the day that begins with it is not revealed. */
export const midnightCase = (vectorOf: MakeVector): object => voidOnReplay(vectorOf, 'VOID-UNTIL-MIDNIGHT', 276);

/** The same with a deadline in the day after its last candle: that day is revealed as well. */
export const laterDayCase = (vectorOf: MakeVector): object =>
  voidOnReplay(vectorOf, 'VOID-PAST-ITS-LAST-CANDLE', 120, 23);

function voidOnReplay(vectorOf: MakeVector, id: string, rounds: number, hour = 0): object {
  const world = replayWorld({ lastDay: 16, hours: [hour] });
  const long: PlanTerms = { ...terms, rounds };
  const all = world.candles('5m', world.startsAt, 16 * 12);
  const startsAt = (all.openTime[lookback - 1] ?? Number.NaN) + stepMs;
  const came = candlesInTime({ startsAt, terms: long }, all);
  // The hours of the last day before the deadline are not in the recording.
  const to = voidFrom({ startsAt, terms: long }) - stepMs;
  const revealOf = () => {
    const span = { from: came.openTime[0] ?? Number.NaN, to };
    return revealOfDays(world.boundAt(startsAt), replayedCoin, world.publishedAfter(16), span);
  };
  const outcome = runPlan(long, came);
  if (outcome.end !== null) throw new Error('this plan has not ended');
  const marketAt = world.boundAt;
  return vectorOf(id, replayedCoin, long, amount, came, outcome, { marketAt, revealOf });
}

/** The proof of a void plan whose market is gone: nothing can be computed from it. */
export function goneCase(vectorOf: MakeVector): object {
  const candles = sliceColumns(history, 0, lookback);
  const whole = vectorOf('MARKET-GONE', 'ETH', terms, amount, candles, runPlan(terms, candles), on);
  const { worked: _worked, ...bundle } = whole as { worked: unknown };
  return { ...bundle, candles: [], candlesHash: candlesHash(noCandles) };
}

/**
 * Plans that lack their last candle until the deadline. One that opens a candle's length before it is a round, and the plan ends; one that opens
 * at it is not looked at, and the plan is void. `worked.came` holds the candles that came, looked at or not.
 */
export function deadlineCases(vectorOf: MakeVector): unknown[] {
  const startsAt = history.openTime[lookback] ?? Number.NaN;
  const deadline = voidFrom({ startsAt, terms });
  return [
    deadlineCase(vectorOf, 'LAST-CANDLE-BEFORE-THE-DEADLINE', startsAt, [deadline - stepMs, deadline], 'completed'),
    deadlineCase(vectorOf, 'LAST-CANDLE-AT-THE-DEADLINE', startsAt, [deadline], null),
  ];
}

function deadlineCase(
  vectorOf: MakeVector,
  id: string,
  startsAt: number,
  late: readonly number[],
  end: PlanOutcome['end'] | null,
): object {
  const last = lookback + terms.rounds - 1;
  const openings = late.map((openTime) => {
    return { ...sliceColumns(history, last, last + 1), openTime: Float64Array.of(openTime) };
  });
  const came = joinColumns([sliceColumns(history, 0, last), ...openings]);
  const candles = candlesInTime({ startsAt, terms }, came);
  const outcome = runPlan(terms, candles);
  if (outcome.end !== end) throw new Error(`these candles are not the example ${id}`);
  const vector = vectorOf(id, 'ETH', terms, amount, candles, outcome, on) as { worked: object };
  return { ...vector, worked: { ...vector.worked, came: rowsOf(sliceColumns(came, lookback, came.openTime.length)) } };
}
