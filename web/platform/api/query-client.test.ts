import { expect, test } from 'vitest';
import { pollInterval, queryClient, shouldRetry } from './query-client.ts';
import { ApiFailure, ApiRefusal, SessionOver } from './refusal.ts';

test('a lost response and a busy server are retried, twice at most', () => {
  expect(shouldRetry(0, new ApiFailure('unreachable'))).toBe(true);
  expect(shouldRetry(1, new ApiRefusal('serverBusy', ''))).toBe(true);
  expect(shouldRetry(2, new ApiFailure('unreachable'))).toBe(false);
});

test('a refusal, an unreadable response, a timeout and the end of a session are not retried', () => {
  expect(shouldRetry(0, new ApiRefusal('planUnknown', ''))).toBe(false);
  expect(shouldRetry(0, new ApiFailure('unreadable'))).toBe(false);
  expect(shouldRetry(0, new ApiFailure('timeout'))).toBe(false);
  expect(shouldRetry(0, new SessionOver())).toBe(false);
});

test('a read with only an error to show is polled slowly, any other at its own interval', () => {
  expect(pollInterval(3000, { data: undefined, errorUpdateCount: 1 })).toBe(30_000);
  expect(pollInterval(60_000, { data: undefined, errorUpdateCount: 1 })).toBe(60_000);
  expect(pollInterval(3000, { data: [], errorUpdateCount: 4 })).toBe(3000);
  expect(pollInterval(3000, { data: undefined, errorUpdateCount: 0 })).toBe(3000);
  expect(pollInterval(false, { data: undefined, errorUpdateCount: 1 })).toBe(false);
});

test('every read with an interval gets that pause, once', () => {
  const options = queryClient.defaultQueryOptions({ queryKey: ['markets'], refetchInterval: 3000 });
  const failed = { state: { data: undefined, errorUpdateCount: 2 } };
  const pause = options.refetchInterval as unknown as (query: typeof failed) => number;
  expect(pause(failed)).toBe(30_000);
  expect(queryClient.defaultQueryOptions(options)).toBe(options);
});
