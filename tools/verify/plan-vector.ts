import { bytesToHex } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { getPlanProof } from '#contract/plans-proof.ts';
import type { CandleColumns } from '#core/market/candle.ts';
import { rowsOf } from '#core/market/columns.ts';
import { noUsdt, type Usdt } from '#core/money/amount.ts';
import { boundTo } from '#core/plans/bundle.fixture.ts';
import { candleBytes, candleRowBytes, candlesHash } from '#core/plans/candle-hash.ts';
import { candlesUsed, incomeOf, shortfallOf } from '#core/plans/engine.ts';
import type { BoundMarket } from '#core/plans/market-binding.ts';
import type { PlanReveal } from '#core/plans/replay-reveal.ts';
import type { PlanOutcome, PlanProgress, PlanTerms } from '#core/plans/terms.ts';

/** The proof as a member downloads it, with what each round and the first hashed row are made of. */
export function planVector(
  id: string,
  coin: string,
  terms: PlanTerms,
  amount: Usdt,
  candles: CandleColumns,
  outcome: PlanOutcome | PlanProgress,
  on: Market = {},
): object {
  const used = candlesUsed(terms, candles, outcome);
  return {
    ...bundleOf(id, coin, terms, amount, candles, outcome, on),
    worked: {
      firstRowInHex: bytesToHex(candleBytes(used).subarray(0, candleRowBytes)),
      rounds: outcome.rounds.map(({ direction, fee, result, running }) => ({ direction, fee, result, running })),
      running: outcome.result,
      shortfall: outcome.shortfall,
    },
  };
}

/** Where a plan runs, unless it is a replay whose days are still hidden. */
interface Market {
  readonly marketAt?: (time: number) => BoundMarket;
  readonly revealOf?: (used: CandleColumns) => PlanReveal | null;
  /** Candles that did not come between the lookback and the start. */
  readonly missing?: number;
}

/** The proof of a plan that was settled over these candles, in the form in which members download it; void where they do not end it. */
export function bundleOf(
  plan: string,
  coin: string,
  terms: PlanTerms,
  amount: Usdt,
  candles: CandleColumns,
  outcome: PlanOutcome | PlanProgress,
  on: Market = {},
): object {
  const used = candlesUsed(terms, candles, outcome);
  const isVoid = outcome.end === null;
  const bound = boundTo(coin, terms, used, on.marketAt, on.missing);
  return z.encode(getPlanProof.output, {
    plan,
    ...bound,
    terms,
    amount,
    candles: rowsOf(used),
    candlesHash: candlesHash(used),
    reveal: on.revealOf ? on.revealOf(used) : bound.reveal,
    claimed: {
      income: isVoid ? noUsdt : incomeOf(amount, outcome),
      end: outcome.end ?? 'void',
      shortfall: shortfallOf(amount, outcome),
      results: outcome.rounds.map(({ result }) => result),
    },
  });
}
