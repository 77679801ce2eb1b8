import { ReadOnlyHost } from './database-client.ts';
import { NoPrimary } from './primary-finder.ts';

/**
 * `away`: the database or the way to it failed, or it takes no writes at the moment: trying again later is right.
 * `conflict`: another transaction was in the way, and trying again at once can succeed.
 * `refused`: the statement or its rows can never succeed.
 */
export type DatabaseFailure = 'away' | 'conflict' | 'refused';

/** serialization_failure, deadlock_detected, lock_not_available. */
const conflictCodes = new Set(['40001', '40P01', '55P03']);

/** read_only_sql_transaction (of a standby), admin_shutdown, crash_shutdown, cannot_connect_now. */
const awayCodes = new Set(['25006', '57P01', '57P02', '57P03']);

/** Classes of SQLSTATE: the connection broke; out of connections, memory or disk. */
const awayClasses = new Set(['08', '53']);

/** Classes of SQLSTATE that blame the statement or its rows: wrong value, constraint, syntax or missing table, raise, ours. */
const refusedClasses = new Set(['21', '22', '23', '42', '44', 'P0', 'LG']);

/** A server's code, as opposed to one of the network or of Node. */
const sqlState = /^[0-9A-Z]{5}$/;

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

/** What the driver says, without a code, when a connection breaks, cannot be had in time, or has broken before. */
const driverWords = /connection (terminated|timeout|error)|timeout (exceeded|expired)|query read timeout/i;

/** How a query or a connection failed; undefined for what does not say, as an error of our own. */
export function failureOf(error: unknown): DatabaseFailure | undefined {
  if (error instanceof NoPrimary || error instanceof ReadOnlyHost) return 'away';
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (sqlState.test(code)) {
    const group = code.slice(0, 2);
    if (conflictCodes.has(code)) return 'conflict';
    if (awayCodes.has(code) || awayClasses.has(group)) return 'away';
    if (refusedClasses.has(group)) return 'refused';
  }
  return networkCodes.has(code) || driverWords.test(error.message) ? 'away' : undefined;
}
