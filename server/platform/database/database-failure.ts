import { ReadOnlyHost, SilentHost } from './database-client.ts';
import { NoPrimary } from './primary-finder.ts';

/**
 * `away`: the database or the connection failed, or it is read-only at the moment; retry later.
 * `conflict`: with another transaction; an immediate retry can succeed.
 * `deleted`: a row is of a member whose account has been deleted meanwhile.
 * `refused`: the statement or its rows can never succeed.
 */
export type DatabaseFailure = 'away' | 'conflict' | 'deleted' | 'refused';

/** serialization_failure, deadlock_detected, lock_not_available. */
const conflictCodes = new Set(['40001', '40P01', '55P03']);

/** read_only_sql_transaction (of a standby), admin_shutdown, crash_shutdown, cannot_connect_now. */
const awayCodes = new Set(['25006', '57P01', '57P02', '57P03']);

/** SQLSTATE classes: connection lost; out of connections, memory or disk. */
const awayClasses = new Set(['08', '53']);

/** SQLSTATE classes for a bad statement or row: value, constraint, syntax or missing table, raise, our own. */
const refusedClasses = new Set(['21', '22', '23', '42', '44', 'P0', 'LG', 'AO']);

/** Raised by the guards that let nothing be written for a deleted account (migration 0045). */
const deletedCode = 'AO002';

/** An SQLSTATE, as opposed to an error code of Node (EPIPE), which has no digit. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/;

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const awayErrors = [NoPrimary, ReadOnlyHost, SilentHost];

/** Messages of the driver's errors without a code for a broken or unavailable connection. */
const driverWords = /connection (terminated|timeout|error)|timeout (exceeded|expired)|query read timeout/i;

/** Whether the database raised the error with that SQLSTATE. */
export function isDatabaseState(error: unknown, state: string): boolean {
  return error instanceof Error && 'code' in error && error.code === state;
}

/** Whether the database itself raised the error, as opposed to the network or the driver. */
export function hasDatabaseState(error: unknown): boolean {
  return error instanceof Error && 'code' in error && sqlState.test(String(error.code));
}

/** How a query or a connection failed; undefined for unrelated errors. */
export function failureOf(error: unknown): DatabaseFailure | undefined {
  if (awayErrors.some((kind) => error instanceof kind)) return 'away';
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (sqlState.test(code)) {
    const group = code.slice(0, 2);
    if (conflictCodes.has(code)) return 'conflict';
    if (awayCodes.has(code) || awayClasses.has(group)) return 'away';
    if (code === deletedCode) return 'deleted';
    if (refusedClasses.has(group)) return 'refused';
  }
  return networkCodes.has(code) || driverWords.test(error.message) ? 'away' : undefined;
}
