import type { CauseTexts } from '#core/donations/causes.ts';
import { causesAt } from '#server/platform/offers/causes.ts';
import type { Tables } from './disbursement-store.ts';

/** What the charity disburses to now, in the order of the identifiers. */
export async function listCauses({
  tables,
  clock,
}: {
  readonly tables: Tables;
  readonly clock: { now(): number };
}): Promise<{ readonly id: string; readonly texts: CauseTexts }[]> {
  const causes = await causesAt(tables, clock.now());
  return causes.filter(({ isOpen }) => isOpen).map(({ id, texts }) => ({ id, texts }));
}
