import pg from 'pg';
import { expect, test } from 'vitest';
import {
  AttachedRowsRefused,
  classify,
  isPassing,
  isRowsRefused,
  LedgerBusy,
  LedgerClosed,
  LedgerOutcomeUnknown,
  LedgerUnavailable,
  refusalOfPoison,
  staleRow,
} from './failures.ts';
import { overtaken, retryWhenStale } from './retry-when-stale.ts';

function databaseError(fields: Partial<Pick<pg.DatabaseError, 'code' | 'constraint' | 'schema'>>): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('refused', 7, 'error'), fields);
}

test('a key that another process used meanwhile is a conflict: the retry finds its receipt', () => {
  expect(classify(databaseError({ code: '23505', constraint: 'transfer_key_once', schema: 'ledger' }))).toBe(
    'conflict',
  );
  expect(classify(databaseError({ code: '23505', constraint: 'plan_pkey', schema: 'public' }))).toBe('poison');
});

test('a deadlock is retried, a mistake of the code is not, and a database that is away is waited for', () => {
  expect(classify(databaseError({ code: '40P01' }))).toBe('conflict');
  expect(classify(databaseError({ code: '55P03' }))).toBe('conflict');
  expect(classify(new RangeError('a posting of 0'))).toBe('poison');
  expect(classify(databaseError({ code: '42P01' }))).toBe('poison');
  expect(classify(databaseError({ code: '57P01' }))).toBe('outage');
  expect(classify(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))).toBe('outage');
});

test('only what refuses the caller’s own rows is told as a refusal of them, never what the books refuse', () => {
  const isOfRows = (error: unknown): boolean => refusalOfPoison(error) instanceof AttachedRowsRefused;
  expect(isOfRows(databaseError({ code: '23514', schema: 'public' }))).toBe(true);
  expect(isOfRows(databaseError({ code: 'LG001' }))).toBe(true);
  expect(isOfRows(databaseError({ code: '23514', schema: 'ledger' }))).toBe(false);
  expect(isOfRows(databaseError({ code: '23000' }))).toBe(false);
  expect(isOfRows(new Error('another'))).toBe(false);
});

test('that the account is deleted is told as it is: no caller tries its rows again', () => {
  const deleted = databaseError({ code: 'AO002' });
  expect(classify(deleted)).toBe('poison');
  expect(refusalOfPoison(deleted)).toBe(deleted);
});

test('a ledger that is full, closing or without its database is asked again; what it refused for good is not', () => {
  for (const Failure of [LedgerBusy, LedgerClosed, LedgerOutcomeUnknown, LedgerUnavailable])
    expect(isPassing(new Failure('for a while')), Failure.name).toBe(true);
  const refused = new AttachedRowsRefused(databaseError({ code: '23514', schema: 'public' }));
  for (const error of [refused, refusalOfPoison(new Error('another')), 'LedgerBusy'])
    expect(isPassing(error)).toBe(false);
});

test('an attempt that another writer overtook is made again, a few times, and no other failure is', async () => {
  const stale = new AttachedRowsRefused(databaseError({ code: staleRow }));
  const outcomes: (string | Error | typeof overtaken)[] = [];
  const attempt = async () => {
    const next = outcomes.shift() ?? overtaken;
    if (next instanceof Error) throw next;
    return next;
  };
  outcomes.push(stale, overtaken, 'done', 'again');
  expect(await retryWhenStale(attempt)).toBe('done');
  expect(outcomes.splice(0)).toEqual(['again']);
  const refused = new AttachedRowsRefused(databaseError({ code: '23505' }));
  outcomes.push(refused, 'done');
  await expect(retryWhenStale(attempt)).rejects.toBe(refused);
  expect(await retryWhenStale(attempt)).toBe('done');
  outcomes.push(refused, 'done');
  expect(await retryWhenStale(attempt, isRowsRefused)).toBe('done');
  outcomes.push(...Array(5).fill(stale), 'late');
  await expect(retryWhenStale(attempt)).rejects.toMatchObject({ code: 'serverBusy' });
  expect(outcomes).toEqual(['late']);
});
