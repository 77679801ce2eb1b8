import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { proposeProductChange as operation } from '#contract/products.ts';
import { offerProblem } from '#core/products/offers.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type AskDependencies, askForChange } from './ask-for-change.ts';

/** Asks for another offer with the operator's own approval. Throws `offerUnknown`, `offerBoundsInvalid`, `offerRateInvalid` or `firstLevelStays`. */
export async function proposeProductChange(
  dependencies: AskDependencies,
  { kind, item, open, minimum, maximum, rate, from, reason }: InputOf<typeof operation>,
  by: ActingOperator,
): Promise<OutputOf<typeof operation>> {
  const offer = { isOpen: open === '1', minimum, maximum, dailyRatePpm: rate ?? null };
  const problem = offerProblem(kind, item, offer);
  if (problem !== null) throw new Refusal(problem);
  return await askForChange(dependencies, { content: { kind, item, ...offer }, from, reason }, by);
}
