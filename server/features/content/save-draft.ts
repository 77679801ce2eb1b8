import { sql } from 'kysely';
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
    const saved = JSON.stringify(withText(texts, locale, cleanedTitle(title), cleanedBody(body)));
    // Of two first drafts at the same moment the second one finds the first.
    const { numAffectedRows } = await sql`
      insert into content_draft (kind, id, texts, saved_by, saved_at)
      values (${kind}, ${key.id}, ${saved}, ${by.operator}, ${new Date()})
      on conflict (kind, id) do update set texts = excluded.texts, saved_by = excluded.saved_by, saved_at = excluded.saved_at
        where ${draft !== undefined}`.execute(transaction);
    if (numAffectedRows === 0n) throw new Refusal('draftChanged');
    const subject = `${key.kind} ${key.id}`;
    await recordOperatorAct(transaction, { by, act: 'draftSaved', subject, detail: { locale } });
  });
  return getContent(dependencies, key);
}
