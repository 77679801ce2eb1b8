import type { ChartCandle, MarketStatus } from '#contract/market.ts';
import type { LevelOffer } from '#contract/plans-offer.ts';
import type { PlanDetail, PlanProof } from '#contract/plans-proof.ts';
import { type CandleColumns, columnsOf, intervalMs } from '#core/market/candle.ts';
import { rowsOf } from '#core/market/columns.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { incomeOf, runPlan, shortfallOf } from '#core/plans/engine.ts';
import { type BoundMarket, bindingHash, boundLookback, type MarketBinding } from '#core/plans/market-binding.ts';
import { revealOf } from '#core/plans/replay-reveal.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { PlanTerms } from '#core/plans/terms.ts';
import { dayMs } from '#core/time/lengths.ts';
import { type Verification, verifyProof } from '../plan-proof.ts';
import { offeredTerms } from '../sent-plan.ts';

/** What a practice plan is run on. */
export interface PracticeMarket {
  readonly coin: string;
  /** Candles of the level's interval, oldest first; the last one may still be forming. */
  readonly candles: readonly ChartCandle[];
  readonly status: Pick<MarketStatus, 'source' | 'label' | 'identity'>;
}

export interface PracticeChoice {
  readonly level: LevelOffer;
  readonly leverage: number;
}

export interface Practice {
  readonly detail: PlanDetail;
  readonly proof: PlanProof;
}

/** The amount of a practice plan where the level takes it. */
const practiceAmount = usdt(100_000_000n);

/**
 * A plan on the last closed candles, settled on this phone by the engine that settles real ones. Nothing is placed and nothing is
 * booked. Null where the market has not enough closed candles, or has not said yet what identifies it.
 */
export function practicePlan(on: PracticeMarket, { level, leverage }: PracticeChoice): Practice | null {
  const terms = offeredTerms(level, leverage);
  const { lookback } = strategies[terms.strategy];
  const given = on.candles.filter(({ final }) => final).slice(-(lookback + terms.rounds));
  const startsAt = given[lookback]?.openTime;
  if (startsAt === undefined || given.length < lookback + terms.rounds) return null;
  const bound = bindingOf(on, terms, columnsOf(given.slice(0, lookback)), startsAt);
  const run = runPlan(terms, columnsOf(given));
  if (bound === null || run.end === null) return null;

  const isTaken = practiceAmount >= level.amountMin;
  const amount = isTaken ? practiceAmount : level.amountMin;
  const claimed = { income: incomeOf(amount, run), end: run.end, shortfall: shortfallOf(amount, run) };
  const candles = given.slice(0, lookback + run.rounds.length);
  const shared = { terms, startsAt, market: bound, marketHash: bindingHash(bound) };
  return {
    detail: {
      ...shared,
      plan: planOf(on.coin, { level, leverage }, amount, startsAt, run.rounds.length, claimed.income),
      settledAt: (candles.at(-1)?.openTime ?? startsAt) + intervalMs[terms.interval],
      end: claimed.end,
      shortfall: claimed.shortfall,
      rounds: run.rounds.map(({ candle, ...round }) => ({ ...round, openTime: candle.openTime })),
      candles,
    },
    proof: {
      ...shared,
      plan: practiceId,
      coin: on.coin,
      amount,
      lookback,
      candles: rowsOf(columnsOf(candles)),
      candlesHash: candlesHash(columnsOf(candles)),
      reveal: revealOf(bound.market, on.coin, null, { from: startsAt, to: startsAt }),
      claimed: { ...claimed, results: run.rounds.map(({ result }) => result) },
    },
  };
}

/** Settles it once more from its proof, on the market's published minutes, which the proof's candles must add up from. */
export function verifyPractice(
  { detail, proof }: Practice,
  minutes: PlanProof['candles'] | null,
  now: () => number,
): Verification {
  const known = { shown: detail, kept: null, minutes, recorded: null, identity: null, playedUntil: 0, clocks: null };
  const verification = verifyProof(proof, known, now);
  // Nothing was placed, so this phone kept nothing of it; and the recorded day that it ran on is still being played.
  return { ...verification, notCompared: verification.notCompared.filter((point) => point === 'market') };
}

const practiceId = 'practice';

function planOf(
  coin: string,
  { level, leverage }: PracticeChoice,
  amount: Usdt,
  placedAt: number,
  roundsDone: number,
  income: Usdt,
): PlanDetail['plan'] {
  return {
    id: practiceId,
    roundsDone,
    roundsTotal: level.rounds,
    amount,
    income,
    strategy: level.strategy,
    status: income > 0n ? 'success' : 'failure',
    placedAt,
    coin,
    leverage,
    level: level.id,
  };
}

function bindingOf(
  { coin, status }: PracticeMarket,
  { interval }: PlanTerms,
  before: CandleColumns,
  startsAt: number,
): MarketBinding | null {
  const market = boundMarketOf(status, coin, startsAt);
  const lookback = boundLookback(before, interval, startsAt, before.openTime.length);
  return market && lookback && { coin, interval, market, lookback };
}

/** The market as a plan that starts then is bound to it; null before the source knows. */
function boundMarketOf(
  { label, identity }: PracticeMarket['status'],
  coin: string,
  startsAt: number,
): BoundMarket | null {
  if (identity === null) return null;
  if ('recording' in identity) {
    const { recording, recordedDays, commitment, startsAt: begins } = identity;
    const day = Math.floor((startsAt - begins) / dayMs);
    return { source: 'replay', label, recording, recordedDays, commitment, startsAt: begins, day };
  }
  const instrument = identity.instruments[coin];
  return instrument === undefined ? null : { source: 'exchange', label, exchange: identity.exchange, instrument };
}
