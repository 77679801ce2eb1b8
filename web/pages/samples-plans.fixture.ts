import type { Plan } from '#contract/plan-record.ts';
import type { LevelOffer, PlanQuote } from '#contract/plans-offer.ts';
import type { PlanDetail } from '#contract/plans-proof.ts';
import { usdt } from '#core/money/amount.ts';
import { levelOf, quoteAt } from '#web/features/plans/plan-presses.fixture.ts';
import { detail } from '#web/features/plans/plan-proof.fixture.ts';
import { now } from './samples-market.fixture.ts';

const minute = 60_000;

/** Open and measured, open and not measured, locked by the weight, locked by the balance. */
export const levels: LevelOffer[] = [
  levelOf(1, {
    ...{ expectedMin: -0.0213, expectedMax: 0.0178, expectedMean: -0.0031, samples: 4_321, hours: 720, pairs: 50 },
    ...{ shareLost: 0.61, shareFlat: 0.03, shareEarned: 0.36, pairsLosing: 41, pairsLosingWithoutFees: 17 },
  }),
  levelOf(2, {
    amountMin: usdt(50_000_000n),
    amountMax: usdt(2_000_000_000n),
    strategy: 'reversion-1',
    rounds: 24,
    interval: '30m',
  }),
  levelOf(3, { lockedBy: 'weight', weightMin: 4_500, maximumLoss: 0.08, maximumProfit: 0.12, leverageMax: 10 }),
  levelOf(4, {
    lockedBy: 'balance',
    amountMin: usdt(900_000_000n),
    amountMax: usdt(5_000_000_000n),
    weightMax: null,
    feeRate: 0.0005,
  }),
];

/** A quote whose outcomes were measured. */
export const quoteWith = (leverage: number): PlanQuote => ({
  ...quoteAt(leverage),
  distribution: {
    ...{
      samples: 4_321,
      hours: 720,
      shareLost: 0.61,
      shareFlat: 0.03,
      shareEarned: 0.36,
      mean: -0.0031,
      median: -0.0047,
    },
    ...{ low: -0.0289, high: 0.0412, holding: { median: 0.0011, low: -0.0195, high: 0.0207 } },
    histogram: { from: -0.03, to: 0.05, counts: [7, 31, 55, 20, 9, 4, 2, 1] },
  },
  ...{ at: now, historyFrom: now - 31 * 86_400_000, historyTo: now - 5 * minute, feeMean: 0.0023 },
  taker: { feeRate: 0.0005, mean: -0.0074, median: -0.0081, shareLost: 0.72 },
});

const planOf = (id: string, changes: Partial<Plan>): Plan => ({
  ...{ id, roundsDone: 12, roundsTotal: 12, amount: usdt(120_000_000n), income: usdt(0n), strategy: 'trend-1' },
  ...{ status: 'failure', placedAt: now - 90 * minute, coin: 'ETH', leverage: 3, level: 2 },
  ...changes,
});

/** Won, running with an income so far, lost, void, running before its first round. */
export const plans: Plan[] = [
  planOf('8QK2', { status: 'success', income: usdt(6_543_217n), coin: 'SOL', leverage: 5 }),
  planOf('8QK5', {
    status: 'pending',
    roundsDone: 7,
    income: usdt(-1_234_567n),
    amount: usdt(1_250_500_000n),
    placedAt: now - 40 * minute,
  }),
  planOf('8QK3', {
    income: usdt(-45_000_001n),
    roundsDone: 9,
    roundsTotal: 24,
    strategy: 'reversion-1',
    coin: 'BTC',
    leverage: 1,
  }),
  planOf('8QK4', { isVoid: true, roundsDone: 2, amount: usdt(33_330_000n), placedAt: now - 200 * minute }),
  planOf('8QK6', { status: 'pending', roundsDone: 0, placedAt: now - 2 * minute, coin: 'XRP', leverage: 2 }),
];

/** As `detail`, but running: five of its rounds have closed. */
export const runningPlan: PlanDetail = {
  ...{ ...detail, settledAt: null, end: null, shortfall: usdt(0n), rounds: detail.rounds.slice(0, 5) },
  plan: { ...detail.plan, status: 'pending', roundsDone: 5, income: usdt(-1_234_567n) },
};

/** A plan that ended at its maximum loss, part of which the house bore. */
export const lostPlan: PlanDetail = {
  ...{ ...detail, end: 'maximumLoss', shortfall: usdt(1_234_567n), rounds: detail.rounds.slice(0, 9) },
  plan: { ...detail.plan, status: 'failure', roundsDone: 9, income: usdt(-100_000_000n) },
};

/** A plan whose candles did not come. */
export const voidPlan: PlanDetail = {
  ...{ ...detail, end: 'void', shortfall: usdt(0n), rounds: [], candles: [] },
  plan: { ...detail.plan, status: 'failure', roundsDone: 0, income: usdt(0n), isVoid: true },
};
