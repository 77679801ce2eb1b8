import type { withdrawContent as operation } from '#contract/content-operators.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type EditDependencies, requireId } from './edited-content.ts';
import { withdrawText } from './publish-texts.ts';

/** Takes a text away from members. Throws `documentStays` for a document, which is replaced by its next version alone. */
export async function withdrawContent(
  { tables, library }: EditDependencies,
  by: ActingOperator,
  { newest, reason, ...key }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  requireId(key);
  if (key.kind === 'document') throw new Refusal('documentStays');
  await withdrawText(tables, key, { by, reason, newest });
  await library.reload();
  return { id: key.id };
}
