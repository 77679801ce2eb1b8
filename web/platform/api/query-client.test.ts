import { expect, test } from 'vitest';
import { worthRetrying } from './query-client.ts';
import { ApiFailure, ApiRefusal, SessionOver } from './refusal.ts';

test('a lost answer and a busy server are asked again, twice at most', () => {
  expect(worthRetrying(0, new ApiFailure('unreachable'))).toBe(true);
  expect(worthRetrying(1, new ApiRefusal('serverBusy', ''))).toBe(true);
  expect(worthRetrying(2, new ApiFailure('timeout'))).toBe(false);
});

test('a refusal, an unreadable answer and the end of a session stand', () => {
  expect(worthRetrying(0, new ApiRefusal('planUnknown', ''))).toBe(false);
  expect(worthRetrying(0, new ApiFailure('unreadable'))).toBe(false);
  expect(worthRetrying(0, new SessionOver())).toBe(false);
});
