import { expect, test } from 'vitest';
import type { Disbursement } from '#contract/donations.ts';
import type { PublishedRoot } from '#contract/proofs.ts';
import { type Asset, points, usdt } from '#core/money/amount.ts';
import { noPrevious, signRoot } from '#core/proofs/root-feed.ts';
import { addsUp, checkCharity, isWhole, receivedBy } from './charity-check.ts';

const at = Date.UTC(2026, 10, 21, 14);
const span = { from: at - 10_000, to: at + 10_000 };
const text = { name: 'Books', about: 'Books for a school' };

const one = (asset: Asset, amount: bigint, time: number): Disbursement => ({
  ...{
    id: String(time),
    cause: { en: text, zh: text, tc: text, jp: text },
    asset,
    amount,
    receipt: 'Receipt',
    at: time,
  },
});

/** A signed root in which the charity has spent so much. */
function rootOf(spentUsdt: bigint, spentPoints: bigint, unspentUsdt = 500n, number = 7): PublishedRoot {
  const statement = {
    ...{ number, at, members: 1, root: 'ab'.repeat(32), total: usdt(0n), previous: noPrevious },
    house: [
      { account: 'charity' as const, balance: usdt(unspentUsdt) },
      { account: 'charitySpent' as const, balance: usdt(spentUsdt) },
      { account: 'sponsor' as const, balance: usdt(-unspentUsdt - spentUsdt) },
    ],
    points: {
      ...{ assistance: points(0n), promotion: points(0n) },
      house: [
        { account: 'charityPoints' as const, balance: points(60n) },
        { account: 'charityPointsSpent' as const, balance: points(spentPoints) },
        { account: 'sponsorPoints' as const, balance: points(-60n - spentPoints) },
      ],
    },
  };
  return { ...signRoot(statement, new Uint8Array(32).fill(7)), ...statement };
}

const checkOf = (root: PublishedRoot, disbursements: readonly Disbursement[]) =>
  checkCharity({ roots: [root], kept: null }, disbursements, span);

const hour = 3_600_000;
const list = [
  one('PTS', 9n, at + hour),
  one('USDT', 30n, at - hour),
  one('PTS', 40n, at - 2 * hour),
  one('USDT', 20n, at - 3 * hour),
];

test('a receipt of the very end of the span is one of those that the root may count', () => {
  const last = [one('USDT', 20n, span.to), ...list];
  expect(checkOf(rootOf(70n, 40n), last)).toMatchObject({ matches: true });
});

test('receipts up to the root that add up to what it says was spent match; received is both columns together', () => {
  expect(checkOf(rootOf(50n, 40n), list)).toMatchObject({
    matches: true,
    listed: { USDT: 50n, PTS: 40n },
    columns: {
      USDT: { received: 550n, disbursed: 50n, unspent: 500n },
      PTS: { received: 100n, disbursed: 40n, unspent: 60n },
    },
  });
});

test('a receipt that is missing, one too many, one changed, and one in the other asset are found', () => {
  const matches = (some: readonly Disbursement[]) => checkOf(rootOf(50n, 40n), some).matches;
  for (const place of [1, 2, 3]) expect(matches(list.toSpliced(place, 1)), `without ${place}`).toBe(false);
  expect(matches([...list, one('USDT', 1n, at - 4 * hour)])).toBe(false);
  expect(matches(list.with(2, one('PTS', 39n, at - 2 * hour)))).toBe(false);
  expect(matches(list.with(2, one('USDT', 40n, at - 2 * hour)))).toBe(false);
  expect(matches(list.slice(1))).toBe(true);
});

test('one that was disbursed at the moment of the root may be in it or not, one an hour before is', () => {
  const near = [one('USDT', 30n, at - 5_000), one('USDT', 20n, at - hour)];
  expect([20n, 50n, 30n, 0n].map((spent) => checkOf(rootOf(spent, 0n), near).matches)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a root whose signature or sums are wrong vouches for nothing', () => {
  const root = rootOf(50n, 40n);
  expect(checkOf({ ...root, members: 2 }, list).matches).toBe(false);
  const { points: owned, ...old } = root;
  expect(owned).toBeDefined();
  const resigned = { ...signRoot(old, new Uint8Array(32).fill(7)), ...{ house: root.house } };
  // Before roots had points only USDT can be held against them.
  expect(checkOf(resigned as PublishedRoot, list)).toMatchObject({ matches: true, columns: { PTS: null } });
});

test('a list is whole where it adds up to what the columns say was disbursed, in each asset', () => {
  const columns = (ofPoints: bigint, ofUsdt: bigint) => ({
    points: { disbursed: ofPoints },
    usdt: { disbursed: ofUsdt },
  });
  expect(isWhole(list, columns(49n, 50n))).toBe(true);
  expect(isWhole([], columns(0n, 0n))).toBe(true);
  expect(isWhole(list, columns(50n, 50n))).toBe(false);
  expect(isWhole(list, columns(49n, 51n))).toBe(false);
  expect(isWhole(list.slice(1), columns(49n, 50n))).toBe(false);
});

test('received is counted apart, so that it can contradict what is disbursed and unspent', () => {
  expect(addsUp({ received: 100n, disbursed: 40n, unspent: 60n })).toBe(true);
  expect(addsUp({ received: 100n, disbursed: 40n, unspent: 59n })).toBe(false);
});

test('what was received only grows from root to root: money that was taken out past the receipts is found, also by what was kept', () => {
  const fallOf = (newest: PublishedRoot, older: readonly PublishedRoot[], kept: PublishedRoot | null = null) =>
    checkCharity({ roots: [newest, ...older], kept: kept && receivedBy(kept) }, list, span).fall;
  const before = rootOf(20n, 0n, 500n, 6);
  // Disbursed in between, and received: 520 and then 550.
  expect(fallOf(rootOf(50n, 40n), [before])).toBeNull();
  // Of the 520 there are 510 left, although the receipts add up.
  const drawn = rootOf(50n, 40n, 460n);
  expect(checkOf(drawn, list).matches).toBe(true);
  expect(fallOf(drawn, [before])).toEqual({
    asset: 'USDT',
    earlier: { number: 6, received: 520n },
    later: { number: 7, received: 510n },
  });
  expect(fallOf(drawn, [], before)).toMatchObject({ earlier: { number: 6 }, later: { number: 7 } });
  expect(fallOf(drawn, [rootOf(50n, 40n, 460n, 5), rootOf(0n, 0n, 100n, 4)])).toBeNull();
  // Points as well, and between two older roots.
  expect(fallOf(rootOf(50n, 90n), [rootOf(50n, 39n, 500n, 6), rootOf(50n, 40n, 500n, 5)])).toMatchObject({
    asset: 'PTS',
    earlier: { number: 5, received: 100n },
    later: { number: 6, received: 99n },
  });
});
