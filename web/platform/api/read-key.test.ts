import { hashKey, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { quoteFinancing } from '#contract/financing.ts';
import { listPlans } from '#contract/plans.ts';
import { getPlan } from '#contract/plans-proof.ts';
import { getWallet } from '#contract/wallet.ts';
import { usdt } from '#core/money/amount.ts';
import { invalidate, pagesKey, readKey } from './read-key.ts';

test('a response is cached by its input, in any order of fields, bigint amounts included', () => {
  const key = readKey(quoteFinancing, { product: 'day7', amount: usdt(5_000_000n) });
  expect(hashKey(readKey(quoteFinancing, { amount: usdt(5_000_000n), product: 'day7' }))).toBe(hashKey(key));
  expect(hashKey(readKey(quoteFinancing, { product: 'day7', amount: usdt(5_000_001n) }))).not.toBe(hashKey(key));
});

test('key parts beside the input, and paging, make another key', () => {
  const keys = [
    readKey(listPlans, {}),
    readKey(listPlans, {}, 'thai'),
    pagesKey(listPlans),
    pagesKey(listPlans, {}, 'jp'),
  ];
  expect(new Set(keys.map(hashKey)).size).toBe(keys.length);
});

test('a read is invalidated with all its inputs and pages, and no other read is', async () => {
  const client = new QueryClient();
  const stale = [readKey(getPlan, { plan: 'AAAA' }), readKey(getPlan, { plan: 'BBBB' }), pagesKey(listPlans)];
  const fresh = readKey(getWallet, {});
  for (const key of [...stale, fresh]) client.setQueryData(key, 'an answer');
  await invalidate(client, getPlan, listPlans);
  expect(stale.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
  expect(client.getQueryState(fresh)?.isInvalidated).toBe(false);
});
