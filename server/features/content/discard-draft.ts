import type { discardDraft as operation } from '#contract/content-operators.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { type ActingOperator, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lockDraft, removeDraft } from './draft-store.ts';
import { type EditDependencies, requireId } from './edited-content.ts';

/** Throws the draft away that the operator saw. Throws `draftChanged`. */
export async function discardDraft(
  { tables }: EditDependencies,
  by: ActingOperator,
  { hash, ...key }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  requireId(key);
  await tables.transaction().execute(async (transaction) => {
    if ((await lockDraft(transaction, key, hash)) === undefined) throw new Refusal('draftChanged');
    await removeDraft(transaction, key);
    const subject = `${key.kind} ${key.id}`;
    await recordOperatorAct(transaction, { by, act: 'draftDiscarded', subject });
  });
  return { id: key.id };
}
