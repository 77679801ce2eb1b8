import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { proposeBands as operation } from '#contract/products.ts';
import { areBands } from '#core/products/offers.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type AskDependencies, askForChange } from './ask-for-change.ts';

/** Asks for other weight bands of the plan levels with the operator's own approval. Throws `bandsInvalid`. */
export async function proposeBands(
  dependencies: AskDependencies,
  { from, reason, level2, level3, level4, level5 }: InputOf<typeof operation>,
  by: ActingOperator,
): Promise<OutputOf<typeof operation>> {
  const weightMins = [level2, level3, level4, level5];
  if (!areBands(weightMins)) throw new Refusal('bandsInvalid');
  return await askForChange(
    dependencies,
    { content: { kind: 'bands', item: 'levels', isOpen: true, weightMins }, from, reason },
    by,
  );
}
