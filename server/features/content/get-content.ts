import type { EditedContent, getContent as operation } from '#contract/content-operators.ts';
import type { InputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashOfTexts, readDraft } from './draft-store.ts';
import { type EditDependencies, editedTexts, readPublished, requireId } from './edited-content.ts';

/** One text with its draft and its versions. Throws `contentUnknown` where there is neither. */
export async function getContent(
  { tables, library }: EditDependencies,
  key: InputOf<typeof operation>,
): Promise<EditedContent> {
  requireId(key);
  const [{ isWithdrawn, versions }, draft] = await Promise.all([readPublished(tables, key), readDraft(tables, key)]);
  if (versions.length === 0 && draft === undefined) throw new Refusal('contentUnknown');
  return {
    ...key,
    isWithdrawn,
    published: editedTexts(library, key, versions[0]?.texts ?? {}),
    draft: draft
      ? {
          hash: hashOfTexts(draft.texts),
          savedBy: draft.savedBy,
          savedAt: draft.savedAt,
          texts: editedTexts(library, key, draft.texts),
        }
      : null,
    versions: versions.map(({ texts: _, ...version }) => version),
  };
}
