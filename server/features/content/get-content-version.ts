import type { EditedText, getContentVersion as operation } from '#contract/content-operators.ts';
import type { InputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type EditDependencies, editedTexts, readPublished, requireId } from './edited-content.ts';

/** An earlier version. Throws `contentUnknown`. */
export async function getContentVersion(
  { tables, library }: EditDependencies,
  { version, ...key }: InputOf<typeof operation>,
): Promise<EditedText[]> {
  requireId(key);
  const { versions } = await readPublished(tables, key);
  const found = versions.find((one) => one.version === Number(version));
  if (!found) throw new Refusal('contentUnknown');
  return editedTexts(library, key, found.texts);
}
