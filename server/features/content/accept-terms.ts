import type { acceptTerms as operation } from '#contract/content.ts';
import type { Locale } from '#contract/locale.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { consentsOf, recordConsents } from './consent-store.ts';
import { versionsOf } from './documents.ts';
import type { DocumentDependencies } from './list-documents.ts';

export interface AcceptTermsDependencies extends DocumentDependencies {
  readonly clock: { now(): number };
}

/** Records the member's consent to the current version. Idempotent: the first consent is kept. */
export async function acceptTerms(
  { tables, library, clock }: AcceptTermsDependencies,
  memberId: bigint,
  { id, version }: InputOf<typeof operation>,
  locale: Locale,
): Promise<OutputOf<typeof operation>> {
  const versions = versionsOf(library, id, locale);
  const wanted = versions.find((one) => one.version === version);
  if (!wanted) throw new Refusal('documentUnknown');
  if (wanted !== versions.at(-1)) throw new Refusal('documentOutdated');
  await recordConsents(tables, memberId, [{ document: id, version, locale: wanted.page.locale }], clock.now());
  const recorded = (await consentsOf(tables, memberId)).get(id);
  if (!recorded) throw new Error(`the consent of member ${memberId} was not recorded`);
  return recorded;
}
