import type { CandleColumns } from '#core/market/candle.ts';
import { rowsOf } from '#core/market/columns.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { planCandles, runPlan } from '#core/plans/engine.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { replayedCoin, replayWorld } from '#core/plans/replay-world.fixture.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { PlanOutcome, PlanTerms } from '#core/plans/terms.ts';
import { distanceCases } from './distance-cases.ts';
import { edgeCases } from './edge-cases.ts';
import { isFlatBetween, type PlanCase, planCases } from './plan-cases.ts';
import { planVector } from './plan-vector.ts';
import { recordedCandles } from './recorded.ts';
import { deadlineCases, goneCase, laterDayCase, midnightCase, replayedVoidCase, voidCases } from './void-cases.ts';

/** Worked examples of plans: the proofs that members download, with what lies between. */
export const planVectors: Readonly<Record<string, () => unknown>> = {
  'plan-trend-1.v1.json': trendPlan,
  'plan-reversion-1.v1.json': reversionPlan,
  'plan-shortfall.v1.json': shortfallPlan,
  'plan-replay.v1.json': replayPlan,
  'plan-details.v1.json': () => planCases().map(caseVector),
  'plan-distance.v1.json': () => distanceCases().map(caseVector),
  'plan-void.v1.json': voidCases,
  'plan-void-replay.v1.json': replayedVoidCase,
  'plan-edges.v1.json': () => [...edgeCases().map(caseVector), midnightCase(), laterDayCase()],
  'unchecked.v1.json': () => [goneCase(), elsewhere()],
  'unchecked-status.v1.json': status,
  'plan-deadline.v1.json': deadlineCases,
  'replay-days.v1.json': replayDays,
};

/** A plan that runs all its rounds and whose strategy goes flat in between: the same direction pays its fee again. */
function trendPlan(): unknown {
  return firstPlan('trend-1.v1', 'ETH', termsAt(0, 3), usdt(123_456_789n), ({ rounds, end }) => {
    return end === 'completed' && isFlatBetween(rounds);
  });
}

/** A plan that ends early at its maximum profit. */
function reversionPlan(): unknown {
  return firstPlan('reversion-1.v1', 'SUI', termsAt(1, 10), usdt(77_000_001n), ({ end }) => end === 'maximumProfit');
}

/** A plan whose last fee takes it beyond its maximum loss. */
function shortfallPlan(): unknown {
  return firstPlan('shortfall.v1', 'BTC', termsAt(0, 25), usdt(10_000_000n), ({ shortfall }) => shortfall > 0);
}

function termsAt(place: number, leverage: number): PlanTerms {
  const level = levelsAt(0)[place];
  if (!level) throw new RangeError(`there is no level ${place}`);
  return termsOf(level, leverage);
}

function firstPlan(
  id: string,
  coin: string,
  terms: PlanTerms,
  amount: Usdt,
  isWanted: (outcome: PlanOutcome) => boolean,
): unknown {
  const history = recordedCandles(coin);
  const { lookback } = strategies[terms.strategy];
  for (let first = lookback; first <= history.openTime.length - terms.rounds; first++) {
    const candles = planCandles(terms, history, first);
    const outcome = runPlan(terms, candles);
    if (outcome.end !== null && isWanted(outcome)) return planVector(id, coin, terms, amount, candles, outcome);
  }
  throw new Error(`no plan of ${coin} is the wanted example`);
}

/** The made-up recording of six days, and a plan from an evening of its replay into the next day, both of them revealed. */
const world = replayWorld();

function replayPlan(): unknown {
  const terms = termsAt(0, 5);
  const { lookback } = strategies[terms.strategy];
  const candles = world.candles('5m', world.startsAt + 4 * 86_400_000 + 21 * 3_600_000, lookback + terms.rounds);
  const outcome = runPlan(terms, candles);
  if (outcome.end === null) throw new Error('the candles of this plan are enough for it');
  const on = { marketAt: world.boundAt, revealOf: (used: CandleColumns) => world.revealOf(used) };
  return planVector('replay.v1', replayedCoin, terms, usdt(50_000_000n), candles, outcome, on);
}

/** The same plan as a server hands it out that does not reveal its days. */
function elsewhere(): object {
  return { ...(replayPlan() as object), plan: 'ELSEWHERE', reveal: { state: 'elsewhere' } };
}

/** What the market says that still plays the replay of that plan. */
function status(): object {
  const { label, recording, recordedDays, commitment, startsAt, day } = world.boundAt(world.startsAt + 6 * 86_400_000);
  const recordedFrom = world.publishedAfter(6).days[0]?.midnight ?? 0;
  const identity = {
    ...{ recording, recordedDays, recordedFrom, recordedTo: recordedFrom + recordedDays * 86_400_000 },
    ...{ commitment, startsAt, day },
  };
  return { source: 'replay', label, identity };
}

/** The recorded candles of that plan's days, by day of the replay. */
function replayDays(): unknown {
  return Object.fromEntries([4, 5].map((day) => [day, rowsOf(world.recorded(day))]));
}

/** A plan that pins one detail of the rules. */
function caseVector({ id, terms, amount, candles, outcome, marketAt, missing = 0 }: PlanCase): object {
  const on = { missing, ...(marketAt && { marketAt, revealOf: () => null }) };
  return planVector(id, 'ETH', terms, amount, candles, outcome, on);
}
