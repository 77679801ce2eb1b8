import { expect, test } from 'vitest';
import {
  describeAccount,
  everyHouseAccount,
  houseAccounts,
  isMemberAccount,
  memberAccount,
  memberAccountNames,
  ownerOf,
  shardCount,
  shardOf,
} from './accounts.ts';

test('a member account carries its owner and its name in its number', () => {
  for (const memberId of [1n, 31n, 32n, 10_000_000n, 2n ** 57n]) {
    for (const name of memberAccountNames) {
      const account = memberAccount(memberId, name);
      expect(ownerOf(account)).toBe(memberId);
      expect(describeAccount(account).name).toBe(name);
      expect(describeAccount(account).mayBeNegative).toBe(false);
      expect(isMemberAccount(account)).toBe(true);
    }
  }
});

test('house accounts are below zero, all different, one for each shard where they are split', () => {
  const all = everyHouseAccount();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { id, name } of all) {
    expect(isMemberAccount(id)).toBe(false);
    expect(describeAccount(id)).toEqual({
      name,
      asset: houseAccounts[name].asset,
      mayBeNegative: houseAccounts[name].mayBeNegative,
    });
    expect(shardOf(ownerOf(id))).toBeLessThan(shardCount);
  }
  expect(all.filter(({ name }) => name === 'rail').map(({ id }) => shardOf(ownerOf(id)))).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7,
  ]);
  expect(all.filter(({ name }) => name === 'yield')).toHaveLength(1);
});

test('only what stands for the outside world may be negative, and only that is split', () => {
  const negative = Object.entries(houseAccounts).filter(([, account]) => account.mayBeNegative);
  expect(negative.map(([name]) => name)).toEqual(['rail', 'market', 'sponsor', 'sponsorPoints']);
  for (const account of Object.values(houseAccounts)) expect(account.split).toBe(account.mayBeNegative);
});

test('nobody is member 0', () => {
  expect(() => memberAccount(0n, 'available')).toThrow(RangeError);
});
