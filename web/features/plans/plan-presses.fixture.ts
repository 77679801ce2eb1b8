import type { LevelOffer, PlanQuote } from '#contract/plans-offer.ts';
import { usdt } from '#core/money/amount.ts';

/** A level of 10 to 500 USDT that is open, unless `changes` says otherwise. */
export const levelOf = (id: number, changes: Partial<LevelOffer> = {}): LevelOffer => ({
  ...{ id, weightMin: (id - 1) * 500, weightMax: id * 500 - 1, amountMin: usdt(10_000_000n) },
  ...{ amountMax: usdt(500_000_000n), expectedMin: null, expectedMax: null, expectedMean: null, samples: 0, hours: 0 },
  ...{ shareLost: null, shareFlat: null, shareEarned: null, pairs: null, pairsLosing: null },
  ...{ pairsLosingWithoutFees: null, maximumLoss: 0.03, maximumProfit: 0.05, leverageMax: 5, lockedBy: null },
  ...{ strategy: 'trend-1', rounds: 12, interval: '5m', feeRate: 0.0002 },
  ...changes,
});

/** A quote without measured outcomes, at a leverage. */
export const quoteAt = (leverage: number): PlanQuote => ({
  terms: {
    ...{ engine: 1, strategy: 'trend-1', interval: '5m', rounds: 12, leverage },
    ...{ maximumProfit: 0.05, maximumLoss: 0.03, feeRate: 0.0002 },
  },
  ...{ distribution: null, at: 0, historyFrom: null, historyTo: null, feeOnce: 0.0002 * leverage, feeMean: null },
  taker: null,
});
