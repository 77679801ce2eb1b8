import type pg from 'pg';
import { checksPerPage, type listTrialBalanceChecks as operation } from '#contract/books.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { readChecks } from './books-checks.ts';

/** Outcomes of the checks of the books, newest first: all that are kept, or those that found something. */
export function listTrialBalanceChecks(
  pool: pg.Pool,
  { before, unsound }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return readChecks(pool, {
    before: before === undefined ? null : Number(before),
    isUnsound: unsound === '1',
    most: checksPerPage,
  });
}
