import { expect, test } from 'vitest';
import { points, usdt } from '#core/money/amount.ts';
import { type AccountId, houseAccount, memberAccount } from './accounts.ts';
import { amountMax, assertTransfer, ownerOfPosting, type Posting, type Transfer } from './transfer.ts';

const available = memberAccount(1n, 'available');
const plans = memberAccount(1n, 'plans');
const good: Transfer = {
  key: 'plan:1:x',
  inputHash: 'a'.repeat(64),
  kind: 'planPlaced',
  reference: 'x',
  postings: [{ from: available, to: plans, amount: usdt(1n) }],
};
const withPosting = (posting: Partial<Posting>): Transfer => ({
  ...good,
  postings: [{ from: available, to: plans, amount: usdt(1n), ...posting } as Posting],
});

test('a plain transfer is taken', () => {
  expect(() => assertTransfer(good)).not.toThrow();
  expect(() => assertTransfer(withPosting({ amount: usdt(amountMax) }))).not.toThrow();
  expect(() => assertTransfer({ ...good, conditions: conditions(32) })).not.toThrow();
  expect(() => assertTransfer({ ...good, postings: postings(32) })).not.toThrow();
  expect(() => assertTransfer({ ...good, key: 'k'.repeat(160), reference: 'r'.repeat(160) })).not.toThrow();
});

const postings = (count: number) => Array.from({ length: count }, () => good.postings[0] as Posting);
const conditions = (count: number) => Array.from({ length: count }, () => ({ account: available, atLeast: usdt(1n) }));

const mistakes: readonly (readonly [string, Transfer])[] = [
  ['an amount of zero', withPosting({ amount: usdt(0n) })],
  ['a negative amount', withPosting({ amount: usdt(-1n) })],
  ['an amount beyond any balance', withPosting({ amount: usdt(amountMax + 1n) })],
  ['a posting to the same account', withPosting({ to: available })],
  ['a posting between assets', withPosting({ to: memberAccount(1n, 'assistance') as AccountId as AccountId<'USDT'> })],
  ['a posting from member to member', withPosting({ to: memberAccount(2n, 'available') })],
  ['a number that is no account', withPosting({ to: (available + 31n) as AccountId<'USDT'> })],
  ['no postings', { ...good, postings: [] }],
  ['too many postings', { ...good, postings: postings(33) }],
  ['too many conditions', { ...good, conditions: conditions(33) }],
  ['an empty key', { ...good, key: '' }],
  ['a key with a line break', { ...good, key: 'a\nb' }],
  ['a key too long', { ...good, key: 'k'.repeat(161) }],
  ['a hash in capitals', { ...good, inputHash: 'A'.repeat(64) }],
  ['an empty reference', { ...good, reference: '' }],
  ['a reference too long', { ...good, reference: 'r'.repeat(161) }],
  ['a condition on no account', { ...good, conditions: [{ account: 31n as AccountId<'PTS'>, atLeast: points(1n) }] }],
];

test.each(mistakes)('%s is a mistake of the code', (_what, transfer) => {
  expect(() => assertTransfer(transfer)).toThrow(RangeError);
});

test('a house account is the sub-account of the member who moves', () => {
  expect(houseAccount('rail', 9n)).toBe(houseAccount('rail', 1n));
  expect(houseAccount('rail', 9n)).not.toBe(houseAccount('rail', 2n));
  expect(houseAccount('yield', 9n)).toBe(houseAccount('yield', 2n));
});

test('a posting stands on the history of its member, whichever side that is, else on that of the house', () => {
  const rail = houseAccount('rail', 9n);
  const fees = houseAccount('fees', 0n);
  const amount = usdt(1n);
  expect(ownerOfPosting({ from: available, to: plans, amount })).toBe(1n);
  expect(ownerOfPosting({ from: rail, to: available, amount })).toBe(1n);
  expect(ownerOfPosting({ from: available, to: rail, amount })).toBe(1n);
  expect(ownerOfPosting({ from: rail, to: fees, amount })).toBe(-2n);
});
