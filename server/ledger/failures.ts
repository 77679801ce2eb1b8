import pg from 'pg';
import { failureOf } from '#server/platform/database/database-failure.ts';

/** Too many transfers wait already: the caller answers "busy" (503) and nothing was written. */
export class LedgerBusy extends Error {
  override readonly name = 'LedgerBusy';
}

/** The ledger is closing: nothing was written. */
export class LedgerClosed extends Error {
  override readonly name = 'LedgerClosed';
}

/** The database could not be reached, or kept refusing, for as long as we try. Nothing was written. */
export class LedgerUnavailable extends Error {
  override readonly name = 'LedgerUnavailable';
}

/**
 * The connection was lost while this transfer was being committed, and the database has not come back to say whether it was.
 * Submitting it again under the same key gives the true answer.
 */
export class LedgerOutcomeUnknown extends Error {
  override readonly name = 'LedgerOutcomeUnknown';
}

/** The database refused the rows that were to be written with this transfer. Nothing of either was written. */
export class AttachedRowsRefused extends Error {
  override readonly name = 'AttachedRowsRefused';
  /** SQLSTATE; `staleRow` when a statement did not write exactly the rows it was given. */
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(cause: pg.DatabaseError) {
    super(cause.message, { cause });
    this.code = cause.code ?? '';
    this.constraint = cause.constraint;
  }
}

export const staleRow = 'LG001';

/**
 * `conflict`: another transaction was in the way, trying again can succeed. `outage`: the database or the way to it failed.
 * `poison`: something in the batch can never be written.
 */
export type Failure = 'conflict' | 'outage' | 'poison';

export function classify(error: unknown): Failure {
  if (error instanceof RangeError || error instanceof TypeError) return 'poison';
  // Another process committed the same key after we looked for it: the next attempt finds it there.
  if (error instanceof pg.DatabaseError && error.constraint === 'transfer_key_once') return 'conflict';
  const failure = failureOf(error);
  if (failure === 'refused') return 'poison';
  return failure === 'conflict' ? 'conflict' : 'outage';
}

/** True when the database refused a row of the caller's rather than one of the books. */
export function isOfAttachedRows(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.schema !== 'ledger' && error.code !== '23000';
}
