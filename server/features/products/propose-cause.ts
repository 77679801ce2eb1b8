import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { proposeCause as operation } from '#contract/products.ts';
import { isCause } from '#core/donations/causes.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type AskDependencies, askForChange } from './ask-for-change.ts';

/** Asks for a cause, new or changed, with the operator's own approval. Throws `causeInvalid`. */
export async function proposeCause(
  dependencies: AskDependencies,
  { cause: item, open, from, reason, ...written }: InputOf<typeof operation>,
  by: ActingOperator,
): Promise<OutputOf<typeof operation>> {
  const texts = {
    en: { name: written.nameEn, about: written.aboutEn },
    zh: { name: written.nameZh, about: written.aboutZh },
    tc: { name: written.nameTc, about: written.aboutTc },
    jp: { name: written.nameJp, about: written.aboutJp },
  };
  if (!isCause({ id: item, texts })) throw new Refusal('causeInvalid');
  return await askForChange(
    dependencies,
    { content: { kind: 'cause', item, isOpen: open === '1', texts }, from, reason },
    by,
  );
}
