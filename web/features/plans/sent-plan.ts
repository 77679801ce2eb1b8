import type { LevelOffer } from '#contract/plan-offer.ts';
import type { Plan } from '#contract/plan-record.ts';
import type { PlanDetail, PlanProof } from '#contract/plans-proof.ts';
import type { PlanTerms } from '#core/plans/terms.ts';
import { differencesTo, type PlanProofDifference } from './differences.ts';

/** What this phone sends to place a plan, and the terms that it shows then. */
export interface SentPlan extends Pick<PlanProof, 'coin' | 'amount' | 'terms'> {
  readonly level: number;
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
  const { level, ...values } = sent;
  const terms = receipt?.terms ?? { ...sent.terms, leverage: plan.leverage };
  const found = [
    ...differencesTo('receipt', values, { coin: plan.coin, amount: plan.amount, terms }),
    ...(receipt ? differencesTo('receipt', { coin: sent.coin, amount: sent.amount }, receipt.plan) : []),
  ];
  const levels = [plan.level, receipt?.plan.level ?? plan.level];
  const other = levels.find((one) => one !== level);
  if (other !== undefined) found.push({ between: 'receipt', field: 'level', claimed: `${level}`, found: `${other}` });
  return found.filter(({ field }, place) => found.findIndex((one) => one.field === field) === place);
}
