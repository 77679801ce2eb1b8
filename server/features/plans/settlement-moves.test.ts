import fc from 'fast-check';
import { expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { assertTransfer } from '#core/ledger/transfer.ts';
import { usdt } from '#core/money/amount.ts';
import { incomeOf, shortfallOf } from '#core/plans/engine.ts';
import { settlementMoves } from './settlement-moves.fixture.ts';

const member = 42n;
const accounts = {
  plans: memberAccount(member, 'plans'),
  available: memberAccount(member, 'available'),
  market: houseAccount('market', member),
  sponsor: houseAccount('sponsor', member),
};

test('a profit comes from the market on top of the whole amount', () => {
  const { plans, available, market } = accounts;
  expect(settlementMoves(member, usdt(100n), usdt(7n), usdt(0n))).toEqual([
    { from: plans, to: available, amount: 100n },
    { from: market, to: available, amount: 7n },
  ]);
});

test('a loss goes to the market, and what it lost beyond the maximum comes from the sponsor', () => {
  const { plans, available, market, sponsor } = accounts;
  expect(settlementMoves(member, usdt(100n), usdt(-30n), usdt(4n))).toEqual([
    { from: plans, to: available, amount: 70n },
    { from: plans, to: market, amount: 30n },
    { from: sponsor, to: market, amount: 4n },
  ]);
});

test('whatever the outcome, the member gets amount plus income and plans are emptied of the amount', () => {
  const ratio = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.bigInt(1n, 2n ** 53n - 1n), ratio, fc.boolean(), ratio, (units, size, lost, over) => {
      const amount = usdt(units);
      const income = incomeOf(amount, { result: lost ? -size : size });
      const shortfall = shortfallOf(amount, { shortfall: lost ? over : 0 });
      const moves = settlementMoves(member, amount, income, shortfall);
      assertTransfer({ key: 'settle', inputHash: '0'.repeat(64), kind: 'planSettled', reference: 'plan', moves });
      const change = (account: bigint) =>
        moves.reduce(
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
