import { expect, test } from 'vitest';
import {
  describeAccount,
  everyHouseAccount,
  houseAccounts,
  isMemberAccount,
  memberAccount,
  memberAccountNames,
  memberAccounts,
  ownerOf,
  shardCount,
  shardOf,
  sumsOf,
  usdtAccounts,
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

test('every USDT account of a member is available or locked, and their sums are the total', () => {
  const { available, locked } = usdtAccounts();
  expect([...available, ...locked].sort()).toEqual(
    memberAccountNames.filter((name) => memberAccounts[name].asset === 'USDT').sort(),
  );
  const balances = Object.fromEntries(memberAccountNames.map((name, index) => [name, 10n ** BigInt(index)]));
  expect(sumsOf(balances)).toEqual({ available: 1n, locked: 11_110n, total: 11_111n });
});

test('an account that is added to the list counts as locked without another word', () => {
  const accounts = {
    ...memberAccounts,
    bonus: { slot: 30, asset: 'USDT' },
    stars: { slot: 31, asset: 'PTS' },
  } as const;
  const balances = { available: 5n, plans: 7n, bonus: 11n, stars: 13n };
  expect(sumsOf(balances, accounts)).toEqual({ available: 5n, locked: 18n, total: 23n });
});
