import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { proposePrizes as operation } from '#contract/products.ts';
import { arePrizes } from '#core/draws/prizes.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type AskDependencies, askForChange } from './ask-for-change.ts';

/** Asks for another prize table of the daily draw with the operator's own approval. Throws `prizesInvalid`. */
export async function proposePrizes(
  dependencies: AskDependencies,
  { from, reason, ...given }: InputOf<typeof operation>,
  by: ActingOperator,
): Promise<OutputOf<typeof operation>> {
  const shares = [
    { amount: given.first, numbers: given.firstNumbers },
    { amount: given.second, numbers: given.secondNumbers },
    { amount: given.third, numbers: given.thirdNumbers },
    { amount: given.fourth, numbers: given.fourthNumbers },
  ];
  if (!arePrizes(shares)) throw new Refusal('prizesInvalid');
  return await askForChange(
    dependencies,
    { content: { kind: 'prizes', item: 'daily', isOpen: true, shares }, from, reason },
    by,
  );
}
