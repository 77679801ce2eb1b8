import type { discardDraft as operation } from '#contract/content-operators.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lockDraft, removeDraft } from './draft-store.ts';
import { type EditDependencies, requireId } from './edited-content.ts';

/** Throws the draft away that the operator saw. Throws `draftChanged`. */
export async function discardDraft(
  { tables }: EditDependencies,
  { hash, ...key }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  requireId(key);
  await tables.transaction().execute(async (transaction) => {
    if ((await lockDraft(transaction, key, hash)) === undefined) throw new Refusal('draftChanged');
    await removeDraft(transaction, key);
  });
  return { id: key.id };
}
