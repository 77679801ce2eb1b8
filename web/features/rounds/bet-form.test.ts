import { expect, test } from 'vitest';
import { categories, outcomeCount, winningOutcomes } from '#core/rounds/categories.ts';
import { type BetForm, outlookOf, readBet } from './bet-form.ts';

const form: BetForm = { category: 'big', amount: '10', follow: '1', stopOnWin: true, losslimit: '15' };

test('a single bet leaves the fields of a follow out', () => {
  expect(readBet(7, form).input).toEqual({ round: 7, category: 'big', amount: 10_000_000n });
});

test('a follow carries its rounds and where it stops', () => {
  expect(readBet(7, { ...form, follow: '3' }).input).toEqual({
    round: 7,
    category: 'big',
    amount: 10_000_000n,
    follow: 3,
    stoponwin: true,
    losslimit: 15_000_000n,
  });
  const bare = readBet(7, { ...form, follow: '288', stopOnWin: false, losslimit: '' }).input;
  expect(bare).toEqual({ round: 7, category: 'big', amount: 10_000_000n, follow: 288 });
});

test.each([
  [{ amount: '' }, { amount: 'amountMissing' }],
  [{ amount: '-1' }, { amount: 'amountInvalid' }],
  [{ amount: 'ten' }, { amount: 'amountInvalid' }],
  [{ amount: '0.999999' }, { amount: 'stakeTooSmall' }],
  [{ follow: '1.5' }, { follow: 'followInvalid' }],
  [{ follow: '0' }, { follow: 'followInvalid' }],
  [{ follow: '289' }, { follow: 'followInvalid' }],
  [
    { amount: '0.5', follow: '0' },
    { amount: 'stakeTooSmall', follow: 'followInvalid' },
  ],
  [{ follow: '2', losslimit: '9.999999' }, { losslimit: 'stopInvalid' }],
  [{ follow: '2', losslimit: 'x' }, { losslimit: 'stopInvalid' }],
])('%o is refused at its field', (typed, errors) => expect(readBet(7, { ...form, ...typed }).errors).toEqual(errors));

test('the bounds themselves are taken', () => {
  expect(readBet(7, { ...form, amount: '1', follow: '2', losslimit: '1' }).errors).toBeNull();
  expect(readBet(7, { ...form, amount: '1', follow: '288', losslimit: '' }).errors).toBeNull();
});

test('the expected gain is never above zero, for any bet, and is rounded away from it', () => {
  for (const category of categories) {
    for (const amount of ['1', '1.000001', '3', '10', '333.333333', '10000']) {
      const { expected = 0n, paid = 0n, stake = 0n } = outlookOf({ ...form, category, amount }) ?? {};
      expect(expected, `${category} ${amount}`).toBeLessThan(0n);
      const ofAllOutcomes = paid * BigInt(winningOutcomes[category]) - stake * BigInt(outcomeCount);
      const rounding = ofAllOutcomes - expected * BigInt(outcomeCount);
      expect(rounding >= 0n && rounding < BigInt(outcomeCount), `${category} ${amount}`).toBe(true);
    }
  }
});

test('what is received is the winning amount less the part of the charity, what is reserved the stake of every round', () => {
  expect(outlookOf({ ...form, follow: '4' })).toMatchObject({
    winning: 20_000_000n,
    charity: 2_000n,
    paid: 19_998_000n,
    reserved: 40_000_000n,
    // Half of the outcomes pay 9.998 less the stake's 10: 0.5 x 19.998 - 10.
    expected: -1_000n,
  });
});

test('nothing is said of what is no amount', () => {
  expect(['', '0', '-1', '1e3', 'x'].map((amount) => outlookOf({ ...form, amount }))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
