import fc from 'fast-check';
import { expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { assertTransfer } from '#core/ledger/transfer.ts';
import { usdt } from '#core/money/amount.ts';
import { incomeOf, shortfallOf } from './engine.ts';
import { settlePlan } from './settlement.ts';

const member = 42n;
const accounts = {
  plans: memberAccount(member, 'plans'),
  available: memberAccount(member, 'available'),
  market: houseAccount('market', member),
  sponsor: houseAccount('sponsor', member),
};

test('a profit comes from the market on top of the whole amount', () => {
  const { plans, available, market } = accounts;
  expect(settlePlan(member, usdt(100n), { result: 0.079, shortfall: 0 })).toEqual({
    income: 7n,
    postings: [
      { from: plans, to: available, amount: 100n },
      { from: market, to: available, amount: 7n },
    ],
  });
});

test('a loss goes to the market, and what it lost beyond the maximum comes from the sponsor', () => {
  const { plans, available, market, sponsor } = accounts;
  expect(settlePlan(member, usdt(100n), { result: -0.3, shortfall: 0.04 })).toEqual({
    income: -30n,
    postings: [
      { from: plans, to: available, amount: 70n },
      { from: plans, to: market, amount: 30n },
      { from: sponsor, to: market, amount: 4n },
    ],
  });
});

test('the smallest unit moves too: returned, lost, won, and paid by the sponsor', () => {
  const { plans, available, market, sponsor } = accounts;
  expect(settlePlan(member, usdt(100n), { result: -0.99, shortfall: 0.01 }).postings).toEqual([
    { from: plans, to: available, amount: 1n },
    { from: plans, to: market, amount: 99n },
    { from: sponsor, to: market, amount: 1n },
  ]);
  expect(settlePlan(member, usdt(100n), { result: -0.01, shortfall: 0 }).postings).toEqual([
    { from: plans, to: available, amount: 99n },
    { from: plans, to: market, amount: 1n },
  ]);
  expect(settlePlan(member, usdt(100n), { result: 0.01, shortfall: 0 }).postings).toEqual([
    { from: plans, to: available, amount: 100n },
    { from: market, to: available, amount: 1n },
  ]);
});

test('whatever the outcome, the member gets amount plus income and plans are emptied of the amount', () => {
  const ratio = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.bigInt(1n, 2n ** 53n - 1n), ratio, fc.boolean(), ratio, (units, size, lost, over) => {
      const amount = usdt(units);
      const outcome = { result: lost ? -size : size, shortfall: lost ? over : 0 };
      const { income, postings } = settlePlan(member, amount, outcome);
      const shortfall = shortfallOf(amount, outcome);
      expect(income).toBe(incomeOf(amount, outcome));
      assertTransfer({ key: 'settle', inputHash: '0'.repeat(64), kind: 'planSettled', reference: 'plan', postings });
      const change = (account: bigint) =>
        postings.reduce(
          (total, move) =>
            total + (move.to === account ? move.amount : 0n) - (move.from === account ? move.amount : 0n),
          0n,
        );
      expect(change(accounts.plans)).toBe(-amount);
      expect(change(accounts.available)).toBe(amount + income);
      expect(change(accounts.market)).toBe(shortfall - income);
      expect(change(accounts.sponsor)).toBe(-shortfall);
    }),
  );
});

test('a total loss leaves nothing to give back, and a result of nothing gives back all', () => {
  const { plans, available, market } = accounts;
  expect(settlePlan(member, usdt(100n), { result: -1, shortfall: 0 })).toEqual({
    income: -100n,
    postings: [{ from: plans, to: market, amount: 100n }],
  });
  for (const result of [0, -0, 1e-12, -1e-12]) {
    expect(settlePlan(member, usdt(100n), { result, shortfall: 1e-12 })).toEqual({
      income: 0n,
      postings: [{ from: plans, to: available, amount: 100n }],
    });
  }
});
