import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { afterRound, type FollowState, type FollowTerms, reservedFor, returnedOf } from './follow.ts';

const terms = (over: Partial<FollowTerms> = {}): FollowTerms => ({
  stake: usdt(2_000_000n),
  rounds: 5,
  stopOnWin: false,
  lossLimit: null,
  ...over,
});
const loss = usdt(-2_000_000n);
const won = usdt(1_999_800n);
const nothing = usdt(0n);

function play(of: FollowTerms, incomes: readonly Usdt[]): FollowState {
  let state: FollowState = { done: 0, income: nothing, end: null };
  for (const income of incomes) {
    if (state.end !== null) break;
    state = afterRound(of, state, income);
  }
  return state;
}

test('a follow ends when all its rounds are done, void ones counted', () => {
  expect(play(terms(), [loss, nothing, won, loss])).toEqual({ done: 4, income: -2_000_200n, end: null });
  expect(play(terms(), [loss, nothing, won, loss, loss])).toEqual({ done: 5, income: -4_000_200n, end: 'completed' });
});

test('a win stops it where that was wanted, and a void round does not', () => {
  expect(play(terms({ stopOnWin: true }), [loss, nothing, won, loss])).toMatchObject({ done: 3, end: 'won' });
  expect(play(terms(), [loss, nothing, won, loss])).toMatchObject({ end: null });
  // Nothing was left to stop.
  expect(play(terms({ rounds: 2, stopOnWin: true }), [loss, won])).toMatchObject({ done: 2, end: 'completed' });
});

test('it stops before the round that could take its loss over the limit', () => {
  const limited = terms({ lossLimit: usdt(4_000_000n) });
  expect(play(limited, [loss])).toMatchObject({ done: 1, end: null });
  expect(play(limited, [loss, loss])).toMatchObject({ done: 2, income: -4_000_000n, end: 'lossLimit' });
  expect(play(limited, [won, loss, loss])).toMatchObject({ done: 3, end: 'lossLimit' });
});

test('no sequence of results makes a follow lose more than its limit or play more than its rounds', () => {
  const incomes = fc.array(fc.constantFrom(loss, nothing, won), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(
      incomes,
      fc.integer({ min: 2, max: 288 }),
      fc.bigInt(2_000_000n, 50_000_000n),
      fc.boolean(),
      (list, rounds, limit, stopOnWin) => {
        const of = terms({ rounds, stopOnWin, lossLimit: usdt(limit) });
        const state = play(of, list);
        expect(state.income >= -limit).toBe(true);
        expect(state.done).toBeLessThanOrEqual(rounds);
        expect(returnedOf(of, state.done)).toBe(reservedFor(of) - BigInt(state.done) * of.stake);
      },
    ),
  );
});

test('a follow that has ended returns what was not played, and takes no further round', () => {
  const { done, ...rest } = play(terms(), [loss, loss]);
  expect(returnedOf(terms(), done)).toBe(6_000_000n);
  // One round has begun and is not decided: its stake stays.
  expect(returnedOf(terms(), done + 1)).toBe(4_000_000n);
  expect(() => afterRound(terms(), { done, ...rest, end: 'cancelled' }, won)).toThrow(RangeError);
});
