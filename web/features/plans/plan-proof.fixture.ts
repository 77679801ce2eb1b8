import { expect } from 'vitest';
import type { PlanDetail, PlanProof } from '#contract/plans-proof.ts';
import { candleAt } from '#core/market/candle.ts';
import { type CandleRow, rowsOf as rowsOfColumns } from '#core/market/columns.ts';
import { usdt } from '#core/money/amount.ts';
import { boundTo } from '#core/plans/bundle.fixture.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { incomeOf, runPlan, shortfallOf } from '#core/plans/engine.ts';
import { bindingHash, type MarketBinding } from '#core/plans/market-binding.ts';
import { replayedCoin, replayWorld } from '#core/plans/replay-world.fixture.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { type KeptPlan, type KnownOfPlan, verifyProof } from './plan-proof.ts';

export const terms = {
  engine: 1,
  strategy: 'trend-1',
  interval: '5m',
  rounds: 12,
  leverage: 5,
  maximumProfit: 0.5,
  maximumLoss: 0.5,
  feeRate: 0.0002,
} as const;
const amount = usdt(200_000_000n);

/** From an evening into the next day of a replay, at another factor. */
export const replay = replayWorld();
export const from = replay.startsAt + 4 * 86_400_000 + 21 * 3_600_000;
const columns = replay.candles('5m', from, strategies['trend-1'].lookback + terms.rounds);
export const candles = Array.from(columns.openTime, (_, row) => candleAt(columns, row));

export const rowsOf = (all: typeof candles): PlanProof['candles'] =>
  all.map(({ openTime, open, high, low, close, volume }) => [openTime, open, high, low, close, volume]);

export const outcome = runPlan(terms, columns);
if (outcome.end === null) throw new Error('the plan of this test settles');

export const proof: PlanProof = {
  plan: '8QK2',
  ...boundTo(replayedCoin, terms, columns, replay.boundAt),
  reveal: replay.revealOf(columns),
  terms,
  amount,
  candles: rowsOf(candles),
  candlesHash: candlesHash(columns),
  claimed: {
    income: incomeOf(amount, outcome),
    end: outcome.end,
    shortfall: shortfallOf(amount, outcome),
    results: outcome.rounds.map(({ result }) => result),
  },
};

const { plan, coin, startsAt, market, marketHash } = proof;
export const kept: KeptPlan = { plan, coin, amount, terms, startsAt, market, marketHash };

export const detail: PlanDetail = {
  plan: {
    id: '8QK2',
    roundsDone: 12,
    roundsTotal: 12,
    amount,
    income: proof.claimed.income,
    strategy: 'trend-1',
    status: 'success',
    placedAt: 0,
    coin: 'ETH',
    leverage: 5,
    level: 1,
  },
  terms,
  startsAt,
  market,
  marketHash,
  settledAt: 1,
  end: outcome.end,
  shortfall: proof.claimed.shortfall,
  rounds: outcome.rounds.map(({ candle, direction, fee, result, running }) => ({
    openTime: candle.openTime,
    direction,
    fee,
    result,
    running,
  })),
  candles: candles.map((candle) => ({ ...candle, final: true, seam: false, isBreak: false })),
};

export const minutes = rowsOfColumns(replay.minutesOf(columns, terms.interval));
export const [evening, morning] = [4, 5].map((day) => rowsOfColumns(replay.recorded(day))) as [
  CandleRow[],
  CandleRow[],
];
export const recorded = new Map([
  [4, evening],
  [5, morning],
]);
export const playedUntil = replay.startsAt + 13 * 86_400_000;
export const known: KnownOfPlan = { shown: detail, kept, minutes, recorded, identity: null, playedUntil, clocks: null };

export const clock = () => {
  let time = 0;
  return () => (time += 2);
};

/** The fields that a proof differs in; one that matches fails the test. */
export const fieldsOf = (tampered: PlanProof, shown: PlanDetail = detail, others: Partial<KnownOfPlan> = known) => {
  const { matches, differences } = verifyProof(tampered, { ...known, ...others, shown }, clock());
  expect(matches).toBe(false);
  return differences.map(({ field }) => field);
};

/** The proof with another market, bound to it. */
export function bound(change: Partial<MarketBinding>): PlanProof {
  const changed = { ...market, ...change };
  return { ...proof, market: changed, marketHash: bindingHash(changed) };
}

/** What the server says of the market that it plays: the plan's own replay. */
export const identity = (() => {
  const { recording, commitment, startsAt, recordedDays } = replay.boundAt(proof.startsAt);
  return {
    ...{ recording, commitment, startsAt, recordedDays, day: 13 },
    ...{ recordedFrom: 0, recordedTo: recordedDays * 86_400_000, played: null, beaconCoins: ['BTC', 'ETH'] },
  };
})();
