import type { publishContent as operation } from '#contract/content-operators.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lockDraft, removeDraft } from './draft-store.ts';
import { type EditDependencies, readPublished, requireId, requireNewest } from './edited-content.ts';
import { lockContent, publishTexts } from './publish-texts.ts';

/**
 * Publishes the draft that the operator saw, in the place of the version that the operator saw. Throws `draftChanged`, `contentChanged`,
 * `contentLanguagesMissing` or `contentFaulty`.
 */
export async function publishContent(
  { tables, library, clock }: EditDependencies,
  by: ActingOperator,
  { hash, newest, reason, ...key }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  requireId(key);
  const knownFigures = new Set(library.figures('en').keys());
  const published = await tables.transaction().execute(async (transaction) => {
    await lockContent(transaction);
    const texts = await lockDraft(transaction, key, hash);
    if (texts === undefined) throw new Refusal('draftChanged');
    requireNewest(await readPublished(transaction, key), newest);
    const publication = { by, act: 'contentPublished', texts, reason, now: clock.now(), knownFigures } as const;
    const result = await publishTexts(transaction, key, publication);
    await removeDraft(transaction, key);
    return result;
  });
  await library.reload();
  return published;
}
