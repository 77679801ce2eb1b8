import pg from 'pg';
import type { Log } from '../log.ts';
import { DatabaseClient } from './database-client.ts';

const { builtins, getTypeParser } = pg.types;

/** OID of int8[], which pg's list of built-in types lacks. */
const int8Array: number = 1016;

const parseInt8 = (text: string): bigint => BigInt(text);

/** Parses a one-dimensional array: "{1,2,NULL}". */
function parseInt8Array(text: string): (bigint | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((one) => (one === 'NULL' ? null : BigInt(one)));
}

const asText = (text: string): string => text;

/** int8 is bigint, numeric and date stay strings, timestamptz is Date: no loss of digits, no implicit time zone. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return getTypeParser(oid, 'binary');
    if (oid === builtins.INT8) return parseInt8;
    if (oid === int8Array) return parseInt8Array;
    if (oid === builtins.NUMERIC || oid === builtins.DATE || oid === builtins.TIMESTAMP) return asText;
    return getTypeParser(oid, 'text');
  },
};

export interface PoolOptions {
  readonly connectionsMax?: number;
  /** Longest wait for a connection. */
  readonly connectWithinMs?: number;
  /** Shown in pg_stat_activity. */
  readonly name?: string;
}

/**
 * A pool on `url`, which may name several servers, with the product's column types. A connection that breaks while idle is logged
 * and replaced.
 */
export function createPool(url: string, log: Log, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: DatabaseClient,
    types: columnTypes,
    max: options.connectionsMax ?? 16,
    application_name: options.name ?? 'clearlot',
    connectionTimeoutMillis: options.connectWithinMs ?? 10_000,
    idleTimeoutMillis: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection was lost');
  });
  return pool;
}
