import type { Kysely } from 'kysely';
import { fundingsPerPage, type listFundings as operation } from '#contract/books.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { fundingsBefore } from './funding-store.ts';

/** What operators asked to add to the funds of the house, newest first. */
export function listFundings(
  { tables, wallNow }: { readonly tables: Kysely<unknown>; readonly wallNow: () => number },
  { before }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return fundingsBefore(tables, before ?? null, fundingsPerPage, wallNow());
}
