import type { putBackContent as operation } from '#contract/content-operators.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { type ActingOperator, requireActing } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashOfTexts } from './draft-store.ts';
import { type EditDependencies, readPublished, requireId, requireNewest } from './edited-content.ts';
import { lockContent, publishTexts } from './publish-texts.ts';

/**
 * Publishes an earlier version again, as the newest one; a draft is left as it is. Where members read just that, nothing is published: a call that
 * is sent twice asks nobody to accept the same terms once more.
 */
export async function putBackContent(
  { tables, library, clock }: EditDependencies,
  by: ActingOperator,
  { version, newest: seen, reason, ...key }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  requireId(key);
  const knownFigures = new Set(library.figures('en').keys());
  const published = await tables.transaction().execute(async (transaction) => {
    await lockContent(transaction);
    const shown = await readPublished(transaction, key);
    const { versions, isWithdrawn } = shown;
    const earlier = versions.find((one) => one.version === Number(version));
    const [newest] = versions;
    if (!earlier || !newest) throw new Refusal('contentUnknown');
    const { texts } = earlier;
    const isShown = !isWithdrawn && hashOfTexts(texts) === hashOfTexts(newest.texts);
    if (isShown) {
      await requireActing(transaction, by);
      return { id: key.id, version: newest.version };
    }
    requireNewest(shown, seen);
    const publication = { by, act: 'contentPutBack', texts, reason, now: clock.now(), knownFigures } as const;
    return publishTexts(transaction, key, publication);
  });
  await library.reload();
  return published;
}
