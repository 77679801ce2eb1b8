import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { pollInterval, queryClient, retryFailedReads, shouldRetry } from './query-client.ts';
import { ApiFailure, ApiRefusal, SessionOver } from './refusal.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  queryClient.clear();
});

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

test('back online, what is shown and failed is read again, also beside older figures, and nothing else', async () => {
  const reads: string[] = [];
  const failing = new Set(['first', 'later']);
  const observed = ['first', 'later', 'sound'].map((name) => {
    if (name === 'later') queryClient.setQueryData([name], 'older', { updatedAt: 1 });
    const queryFn = async () => {
      reads.push(name);
      if (failing.has(name)) throw new ApiRefusal('internalError', '');
      return 'newer';
    };
    return new QueryObserver(queryClient, { queryKey: [name], queryFn });
  });
  const stops = observed.map((observer) => observer.subscribe(() => undefined));
  const states = () => observed.map((observer) => observer.getCurrentResult().status);
  await expect.poll(states).toEqual(['error', 'error', 'success']);
  failing.clear();
  reads.length = 0;
  retryFailedReads();
  await expect.poll(states).toEqual(['success', 'success', 'success']);
  expect(reads).toEqual(['first', 'later']);
  for (const stop of stops) stop();
});

test('without a network a read and a press fail at once, instead of waiting for it', async () => {
  onlineManager.setOnline(false);
  const fail = async () => {
    throw new ApiRefusal('internalError', '');
  };
  const write = queryClient.getMutationCache().build(queryClient, { mutationFn: fail });
  write.execute(undefined).catch(() => undefined);
  queryClient.fetchQuery({ queryKey: ['offline'], queryFn: fail }).catch(() => undefined);
  const states = () => [write.state.status, queryClient.getQueryState(['offline'])?.status];
  await expect.poll(states).toEqual(['error', 'error']);
});
