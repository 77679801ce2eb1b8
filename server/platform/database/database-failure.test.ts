import { expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { ReadOnlyHost } from './database-client.ts';
import { failureOf } from './database-failure.ts';
import { createPool } from './pool.ts';
import { createTestDatabase } from './test-database.ts';

test.each([
  ['25006', 'away'],
  ['53300', 'away'],
  ['53100', 'away'],
  ['57P01', 'away'],
  ['57P03', 'away'],
  ['08006', 'away'],
  ['ECONNREFUSED', 'away'],
  ['ECONNRESET', 'away'],
  ['EPIPE', 'away'],
  ['ENOTFOUND', 'away'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['55P03', 'conflict'],
  ['23505', 'refused'],
  ['42P01', 'refused'],
  ['LG001', 'refused'],
  ['AO001', 'refused'],
  ['AO002', 'deleted'],
  ['28P01', undefined],
  ['57014', undefined],
  ['ERR_INVALID_ARG_TYPE', undefined],
])('a failure of code %s is %s', (code, failure) => {
  expect(failureOf(Object.assign(new Error('failed'), { code }))).toBe(failure);
});

test('what the driver says without a code, and what is no failure of a database', () => {
  expect(failureOf(new Error('Connection terminated unexpectedly'))).toBe('away');
  expect(failureOf(new Error('timeout exceeded when trying to connect'))).toBe('away');
  expect(failureOf(new Error('Query read timeout'))).toBe('away');
  expect(failureOf(new ReadOnlyHost('a standby'))).toBe('away');
  expect(failureOf(new Error('undefined is not a function'))).toBeUndefined();
  expect(failureOf('connection terminated')).toBeUndefined();
});

test('a server that takes no writes is no database: its connections count as lost', async () => {
  const { url, drop } = await createTestDatabase();
  const pool = createPool(`${url}?options=-c%20default_transaction_read_only%3Don`, silentLog);
  const failed = await pool.query('select 1').catch((error: unknown) => error);
  expect(failureOf(failed)).toBe('away');
  expect(String(failed)).toContain('default_transaction_read_only');
  await pool.end();
  await drop();
});
