import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getEntries } from '#contract/draws.ts';
import { listPlans } from '#contract/plans.ts';
import { getPlan } from '#contract/plans-proof.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { listFairDays, listFollows, listOrders, listRounds } from '#contract/rounds.ts';
import { getAccountRecord, getWallet } from '#contract/wallet.ts';
import { pagesKey, readKey } from './read-key.ts';
import { makesStale, markStale, moneyMoved, staleReads } from './stale-reads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const balances = [readKey(getWallet, {}), readKey(getPlan, { plan: 'AAAA' }), pagesKey(listPlans)];
const account = readKey(getAccountInfo, {});
const transfer = readKey(getAccountRecord, { transfer: '7' });

function clientWithReads() {
  const client = new QueryClient();
  for (const key of [...balances, account, transfer]) client.setQueryData(key, 'an answer');
  return client;
}

const isStale = (client: QueryClient) => (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;

test('changed balances make every read derived from them stale, and no other', () => {
  const client = clientWithReads();
  moneyMoved(client);
  vi.advanceTimersByTime(60);
  expect(balances.map(isStale(client))).toEqual([true, true, true]);
  expect([account, transfer].map(isStale(client))).toEqual([false, false]);
  markStale(client, 'security');
  vi.advanceTimersByTime(60);
  expect([account, transfer].map(isStale(client))).toEqual([true, false]);
});

test('a security act makes stale what an exclusion ends: the entries of the daily draw', () => {
  const client = clientWithReads();
  client.setQueryData(readKey(getEntries, {}), 'an answer');
  markStale(client, 'security');
  vi.advanceTimersByTime(60);
  expect(isStale(client)(readKey(getEntries, {}))).toBe(true);
});

test('the response and the events of one change cost one refetch together, the next change another', () => {
  const client = clientWithReads();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  moneyMoved(client);
  vi.advanceTimersByTime(20);
  markStale(client, 'balances');
  markStale(client, 'security');
  vi.advanceTimersByTime(60);
  expect(invalidate).toHaveBeenCalledTimes(1);
  expect([...balances, account].map(isStale(client))).toEqual([true, true, true, true]);
  moneyMoved(client);
  vi.advanceTimersByTime(60);
  expect(invalidate).toHaveBeenCalledTimes(2);
});

test('a round that ends makes the rounds, the days and the member’s orders and follows stale, and nothing of the plans', () => {
  const client = clientWithReads();
  const ofRounds = [readKey(listRounds, {}), pagesKey(listOrders), pagesKey(listFollows), pagesKey(listFairDays)];
  for (const key of ofRounds) client.setQueryData(key, 'an answer');
  markStale(client, 'round');
  vi.advanceTimersByTime(60);
  expect(ofRounds.map(isStale(client))).toEqual([true, true, true, true]);
  expect(isStale(client)(pagesKey(listPlans))).toBe(false);
});

test('after a loss of events all is stale that any of them could have made so, beside what balances do', () => {
  const { balances: ofBalances, resync, ...others } = staleReads;
  const known = new Set<string>([...ofBalances, ...resync]);
  for (const [event, paths] of Object.entries(others)) {
    expect([event, ...paths.filter((path) => !known.has(path))]).toEqual([event]);
  }
});

test('prices make nothing stale', () => {
  expect([makesStale('balances'), makesStale('resync'), makesStale('prices')]).toEqual([true, true, false]);
});
