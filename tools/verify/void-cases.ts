import { intervalMs, sliceColumns } from '#core/market/candle.ts';
import { joinColumns, noCandles, rowsOf } from '#core/market/columns.ts';
import { usdt } from '#core/money/amount.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { runPlan } from '#core/plans/engine.ts';
import { revealOf as revealOfDays } from '#core/plans/replay-reveal.ts';
import { replayedCoin, replayWorld } from '#core/plans/replay-world.fixture.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { PlanOutcome, PlanTerms } from '#core/plans/terms.ts';
import { candlesInTime, voidFrom } from '#core/plans/void.ts';
import { someTerms, walk } from '#core/plans/walk.fixture.ts';
import { exchange } from './plan-cases.ts';
import { planVector } from './plan-vector.ts';

const terms: PlanTerms = { ...someTerms, leverage: 3, rounds: 12, maximumProfit: 50, maximumLoss: 1 };
const { lookback } = strategies[terms.strategy];
const stepMs = intervalMs[terms.interval];
const amount = usdt(50_000_001n);
const on = { marketAt: () => exchange, revealOf: () => null };

const history = walk({ seed: 31, candles: lookback + terms.rounds, swing: 0.004 });

/** Void plans: after three rounds and before the first one. */
export function voidCases(): unknown[] {
  const [three, none] = [lookback + 3, lookback].map((count) => {
    const candles = sliceColumns(history, 0, count);
    return { candles, outcome: runPlan(terms, candles) };
  });
  if (!three || !none || three.outcome.end !== null) throw new Error('these plans have not ended');
  return [
    planVector('VOID-AFTER-THREE-ROUNDS', 'ETH', terms, amount, three.candles, three.outcome, on),
    planVector('VOID-BEFORE-ITS-FIRST-ROUND', 'ETH', terms, amount, none.candles, none.outcome, on),
  ];
}

/** A void plan on a replay of which one hour a day was recorded: revealed are the days up to its deadline, also those behind its last candle. */
export const replayedVoidCase = (): object => voidOnReplay('VOID-ON-A-REPLAY', 288);

/** The same with a deadline at midnight: the day that begins with it is not revealed. */
export const midnightCase = (): object => voidOnReplay('VOID-UNTIL-MIDNIGHT', 276);

/** The same with a deadline in the day after its last candle: that day is revealed as well. */
export const laterDayCase = (): object => voidOnReplay('VOID-PAST-ITS-LAST-CANDLE', 120, 23);

function voidOnReplay(id: string, rounds: number, hour = 0): object {
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
  return planVector(id, replayedCoin, long, amount, came, outcome, { marketAt, revealOf });
}

/** The proof of a void plan whose market is gone: nothing can be computed from it. */
export function goneCase(): object {
  const candles = sliceColumns(history, 0, lookback);
  const whole = planVector('MARKET-GONE', 'ETH', terms, amount, candles, runPlan(terms, candles), on);
  const { worked: _worked, ...bundle } = whole as { worked: unknown };
  return { ...bundle, candles: [], candlesHash: candlesHash(noCandles) };
}

/**
 * Plans that lack their last candle until the deadline. One that opens a candle's length before it is a round, and the plan ends; one that opens
 * at it is not looked at, and the plan is void. `worked.came` holds the candles that came, looked at or not.
 */
export function deadlineCases(): unknown[] {
  const startsAt = history.openTime[lookback] ?? Number.NaN;
  const deadline = voidFrom({ startsAt, terms });
  return [
    deadlineCase('LAST-CANDLE-BEFORE-THE-DEADLINE', startsAt, [deadline - stepMs, deadline], 'completed'),
    deadlineCase('LAST-CANDLE-AT-THE-DEADLINE', startsAt, [deadline], null),
  ];
}

function deadlineCase(id: string, startsAt: number, late: readonly number[], end: PlanOutcome['end'] | null): object {
  const last = lookback + terms.rounds - 1;
  const openings = late.map((openTime) => {
    return { ...sliceColumns(history, last, last + 1), openTime: Float64Array.of(openTime) };
  });
  const came = joinColumns([sliceColumns(history, 0, last), ...openings]);
  const candles = candlesInTime({ startsAt, terms }, came);
  const outcome = runPlan(terms, candles);
  if (outcome.end !== end) throw new Error(`these candles are not the example ${id}`);
  const vector = planVector(id, 'ETH', terms, amount, candles, outcome, on) as { worked: object };
  return { ...vector, worked: { ...vector.worked, came: rowsOf(sliceColumns(came, lookback, came.openTime.length)) } };
}
