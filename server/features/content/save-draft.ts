import type { EditedContent, saveDraft as operation } from '#contract/content-operators.ts';
import type { InputOf } from '#contract/operation.ts';
import { type ActingOperator, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { cleanedBody, cleanedTitle } from './content-text.ts';
import { lockDraft, type TextKey, withText } from './draft-store.ts';
import { type EditDependencies, readPublished, requireId } from './edited-content.ts';
import { getContent } from './get-content.ts';

/** Saves one language of a draft. Throws `draftChanged` where it is not the one that the operator saw. */
export async function saveDraft(
  dependencies: EditDependencies,
  by: ActingOperator,
  { kind, id, locale, title, body, hash }: InputOf<typeof operation>,
): Promise<EditedContent> {
  if (id === undefined && kind !== 'notice') throw new Refusal('contentUnknown');
  const key: TextKey = { kind, id: id ?? newPublicId(Date.now()) };
  requireId(key);
  await dependencies.tables.transaction().execute(async (transaction) => {
    const draft = await lockDraft(transaction, key, hash);
    const texts = draft ?? (await readPublished(transaction, key)).versions[0]?.texts ?? {};
    const saved = {
      texts: JSON.stringify(withText(texts, locale, cleanedTitle(title), cleanedBody(body))),
      saved_by: by.operator,
      saved_at: new Date(),
    };
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('content_draft')
      .values({ ...key, ...saved } as never)
      .onConflict((conflict) =>
        // Of two first drafts at the same moment the second one finds the first.
        draft === undefined ? conflict.doNothing() : conflict.columns(['kind', 'id']).doUpdateSet(saved as never),
      )
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('draftChanged');
    const subject = `${key.kind} ${key.id}`;
    await recordOperatorAct(transaction, { by, act: 'draftSaved', subject, detail: { locale } });
  });
  return getContent(dependencies, key);
}
