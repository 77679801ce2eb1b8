import pg from 'pg';
import { failureOf } from '#server/platform/database/database-failure.ts';

/** The queue is full: the caller returns "busy" (503). Nothing was written. */
export class LedgerBusy extends Error {
  override readonly name = 'LedgerBusy';
}

/** The ledger is closing: nothing was written. */
export class LedgerClosed extends Error {
  override readonly name = 'LedgerClosed';
}

/** The database could not be reached, or kept refusing, until retries ran out. Nothing was written. */
export class LedgerUnavailable extends Error {
  override readonly name = 'LedgerUnavailable';
}

/**
 * The connection was lost while this transfer was being committed, and the database has not come back, so the outcome is unknown.
 * Submitting it again under the same key returns the outcome.
 */
export class LedgerOutcomeUnknown extends Error {
  override readonly name = 'LedgerOutcomeUnknown';
}

/** Whether the ledger failed for a while: the same transfer, submitted again under its key, can succeed, and happens once. */
export function isPassing(error: unknown): boolean {
  return [LedgerBusy, LedgerClosed, LedgerOutcomeUnknown, LedgerUnavailable].some((kind) => error instanceof kind);
}

/** The database refused the attached rows of this transfer. Neither was written. */
export class AttachedRowsRefused extends Error {
  override readonly name = 'AttachedRowsRefused';
  /** SQLSTATE; `staleRow` when a statement wrote fewer or more rows than it was given. */
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(cause: pg.DatabaseError) {
    super(cause.message, { cause });
    this.code = cause.code ?? '';
    this.constraint = cause.constraint;
  }
}

/** Whether the database refused the attached rows, for whatever reason. */
export const isRowsRefused = (error: unknown): boolean => error instanceof AttachedRowsRefused;

export const staleRow = 'LG001';

/** Whether a statement of attached rows found other rows than it was given: something has changed since they were read. */
export function isStale(error: unknown): boolean {
  return error instanceof AttachedRowsRefused && error.code === staleRow;
}

/**
 * `conflict`: with another transaction; a retry can succeed. `outage`: the database or the connection failed.
 * `poison`: a transfer of the batch can never be written.
 */
export type Failure = 'conflict' | 'outage' | 'poison';

export function classify(error: unknown): Failure {
  if (error instanceof RangeError || error instanceof TypeError) return 'poison';
  // Another process committed the same key after our look-up: the next attempt finds it.
  if (error instanceof pg.DatabaseError && error.constraint === 'transfer_key_once') return 'conflict';
  const failure = failureOf(error);
  if (failure === 'refused' || failure === 'deleted') return 'poison';
  return failure === 'conflict' ? 'conflict' : 'outage';
}

/**
 * The error for the caller of a transfer that can never be written. That its account is deleted is the same to every caller, and nothing that
 * one of them tries again.
 */
export function refusalOfPoison(error: unknown): Error {
  if (error instanceof Error && failureOf(error) === 'deleted') return error;
  if (isOfAttachedRows(error)) return new AttachedRowsRefused(error);
  return new Error('the ledger refused it', { cause: error });
}

/** Whether the database refused an attached row rather than a row of the ledger. */
function isOfAttachedRows(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.schema !== 'ledger' && error.code !== '23000';
}
