import fc from 'fast-check';
import { expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { categories, digitsOf, outcomeCount, winningOutcomes, wins } from './categories.ts';
import { payoutOf, settleOrder, stakeMax, stakeMin, winningsOf } from './payout.ts';

const category = fc.constantFrom(...categories);
const stake = fc.bigInt(1n, stakeMax).map(usdt);
const outcome = fc.nat(outcomeCount - 1);

test('worked examples, to the micro-USDT', () => {
  expect(payoutOf('big', usdt(10_000_000n))).toEqual({ winning: 20_000_000n, charity: 2_000n, paid: 19_998_000n });
  expect(payoutOf('triple', usdt(1_000_001n))).toEqual({ winning: 100_000_100n, charity: 10_000n, paid: 99_990_100n });
  // 1 / 0.258 = 3.875968992…
  expect(payoutOf('green', usdt(1_000_000n))).toEqual({ winning: 3_875_968n, charity: 387n, paid: 3_875_581n });
  expect(payoutOf('extremeBig', usdt(1n))).toEqual({ winning: 17n, charity: 0n, paid: 17n });
  expect(payoutOf('big', usdt(0n))).toEqual({ winning: 0n, charity: 0n, paid: 0n });
  expect(() => payoutOf('big', usdt(-1n))).toThrow(RangeError);
});

test('the winning amount is the stake by the exact odds, and nothing of it is lost between member and charity', () => {
  fc.assert(
    fc.property(category, stake, (one, amount) => {
      const { winning, charity, paid } = payoutOf(one, amount);
      const outcomes = BigInt(winningOutcomes[one]);
      const rest = amount * 1_000n - winning * outcomes;
      expect(rest >= 0n && rest < outcomes).toBe(true);
      expect(winning - charity * 10_000n >= 0n && winning - charity * 10_000n < 10_000n).toBe(true);
      expect(paid + charity).toBe(winning);
    }),
  );
});

test('no bet has an expected gain: over all outcomes a member gets back the stakes, less the charity and what is rounded', () => {
  for (const one of categories) {
    for (const amount of [stakeMin, usdt(1n), usdt(7_777_777n), stakeMax]) {
      let income = 0n;
      for (let at = 0; at < outcomeCount; at++)
        income += settleOrder(1n, { category: one, stake: amount }, digitsOf(at)).income;
      expect(income <= 0n).toBe(true);
      // Nor a hidden loss: less than 0.01 % and two units for each outcome that wins.
      const outcomes = BigInt(winningOutcomes[one]);
      expect(income >= -(amount / 10n) - 2n * outcomes).toBe(true);
    }
  }
});

test('an order is settled whole: what leaves `stakes` is the stake, and the house’s side is the rest', () => {
  fc.assert(
    fc.property(category, stake, fc.option(outcome), fc.bigInt(1n, 1_000_000n), (one, amount, at, member) => {
      const digits = at === null ? null : digitsOf(at);
      const { income, charity, postings } = settleOrder(member, { category: one, stake: amount }, digits);
      const moved = new Map<bigint, bigint>();
      for (const { from, to, amount: part } of postings) {
        expect(part > 0n).toBe(true);
        moved.set(from, (moved.get(from) ?? 0n) - part);
        moved.set(to, (moved.get(to) ?? 0n) + part);
      }
      const change = (account: bigint) => moved.get(account) ?? 0n;
      expect(change(memberAccount(member, 'stakes'))).toBe(-amount);
      expect(change(memberAccount(member, 'available'))).toBe(amount + income);
      expect(change(houseAccount('charity', member))).toBe(charity);
      const hasWon = digits !== null && wins(one, digits);
      expect(change(houseAccount('roundsReserved', member))).toBe(hasWon ? -winningsOf(one, amount) : 0n);
      expect(change(houseAccount('rounds', member))).toBe(income < 0n ? amount : 0n);
      if (digits === null) expect(income).toBe(0n);
      else expect(income > 0n).toBe(hasWon);
    }),
  );
});
