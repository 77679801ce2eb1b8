import type { Plan } from '#contract/plan-record.ts';
import type { LevelOffer } from '#contract/plans-offer.ts';
import type { PlanDetail, PlanProof } from '#contract/plans-proof.ts';
import type { PlanTerms } from '#core/plans/terms.ts';
import { productClockSpeed, syncedNow } from '#web/platform/product-clock.ts';
import { clockDifferenceMs } from './clock-drift.ts';
import { differencesTo, type PlanProofDifference } from './differences.ts';

/** What this phone sends to place a plan, and the terms that it shows then. */
export interface SentPlan extends Pick<PlanProof, 'coin' | 'amount' | 'terms'> {
  readonly level: number;
  /** Product time (ms) that had passed for certain when it was sent first; left out where that was not known. */
  readonly notBefore?: number | undefined;
}

/** `notBefore` of what is sent now. */
export function notBeforeNow(): number | undefined {
  return syncedNow() - clockDifferenceMs * Math.max(1, productClockSpeed()) || undefined;
}

/** A first candle that had opened when the plan was sent: who dates a plan back knows how it begins. */
export function backdated(
  between: PlanProofDifference['between'],
  notBefore: number | undefined,
  startsAt: number,
): PlanProofDifference[] {
  if (notBefore === undefined || startsAt >= notBefore) return [];
  const [sent, found] = [notBefore, startsAt].map((time) => new Date(time).toISOString()) as [string, string];
  return [{ between, field: 'startsAt', claimed: `≥ ${sent}`, found }];
}

/** The terms that a level sets for a plan at a leverage, by the engine that this phone has. */
export function offeredTerms(
  { strategy, interval, rounds, maximumProfit, maximumLoss, feeRate }: LevelOffer,
  leverage: number,
): PlanTerms {
  return { engine: 1, strategy, interval, rounds, leverage, maximumProfit, maximumLoss, feeRate };
}

/** In which values the server's receipt of a placed plan differs from what was sent. The receipt is null while it is not loaded. */
export function receiptDifferences(sent: SentPlan, plan: Plan, receipt: PlanDetail | null): PlanProofDifference[] {
  const { level, notBefore, ...values } = sent;
  const terms = receipt?.terms ?? { ...sent.terms, leverage: plan.leverage };
  const found = [
    ...differencesTo('receipt', values, { coin: plan.coin, amount: plan.amount, terms }),
    ...(receipt ? differencesTo('receipt', { coin: sent.coin, amount: sent.amount }, receipt.plan) : []),
    ...(receipt ? backdated('receipt', notBefore, receipt.startsAt) : []),
  ];
  const levels = [plan.level, receipt?.plan.level ?? plan.level];
  const other = levels.find((one) => one !== level);
  if (other !== undefined) found.push({ between: 'receipt', field: 'level', claimed: `${level}`, found: `${other}` });
  return found.filter(({ field }, place) => found.findIndex((one) => one.field === field) === place);
}
