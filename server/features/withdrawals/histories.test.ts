import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberAccount } from '#core/ledger/accounts.ts';
import { owner } from '#server/platform/operators/operators.fixture.ts';
import { advanceWithdrawals } from './poll-withdrawals.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { approveWithdrawal, refuseWithdrawal } from './review-withdrawal.ts';
import { withdrawalsOf, withdrawalsWaiting } from './withdrawal-store.ts';
import {
  callOf,
  loginPassword,
  micro,
  minuteMs,
  openWorldForFile,
  password,
  someAddress,
} from './withdrawal-world.fixture.ts';

const world = await openWorldForFile();
const other = world.openNode();

const memberIndex = fc.nat(2);
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('request' as const),
      member: memberIndex,
      units: fc.integer({ min: 1, max: 15_000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), member: memberIndex, which: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('look' as const), rail: fc.constantFrom('paid', 'sent', 'failed') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 12 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('approve' as const),
      which: fc.nat(2),
      operator: fc.constantFrom('anna', 'bert'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refuse' as const), which: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('freeze' as const), member: memberIndex, frozen: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      member: memberIndex,
      units: fc.integer({ min: 1, max: 4_000 }),
    }),
  },
);

type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** Refusals are part of a history; anything else that is thrown is a fault. */
async function allowed(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'Refusal')) throw error;
  });
}

async function perform(one: Act, members: readonly bigint[], place: number, plans: Map<bigint, bigint>): Promise<void> {
  const memberOf = (index: number): bigint => members[index] ?? 0n;
  const node = place % 2 ? world : other;
  switch (one.do) {
    case 'request': {
      const method =
        one.units % 2 ? ({ method: 'bank' } as const) : ({ method: 'address', address: someAddress } as const);
      return allowed(
        requestWithdrawal(
          node,
          { ...method, amount: micro(one.units), password, login: loginPassword },
          callOf(memberOf(one.member)),
        ),
      );
    }
    case 'cancel': {
      const list = await withdrawalsOf(world.tables, memberOf(one.member), null, 10);
      return allowed(world.cancel(memberOf(one.member), list[one.which]?.id ?? '0000000000000000'));
    }
    case 'look':
      world.rail.answer = one.rail;
      await advanceWithdrawals(node);
      return;
    case 'wait':
      world.clock.advance(one.minutes * minuteMs);
      return;
    case 'approve':
    case 'refuse': {
      const waiting = await withdrawalsWaiting(world.tables, 10);
      const id = waiting[one.which]?.id ?? '0000000000000000';
      await (one.do === 'approve'
        ? approveWithdrawal(node, id, owner(one.operator))
        : refuseWithdrawal(node, id, owner('carl'), 'noDestination'));
      return;
    }
    case 'freeze': {
      const member = world.members.get(memberOf(one.member));
      if (member) member.frozen = one.frozen;
      return;
    }
    case 'plan': {
      const memberId = memberOf(one.member);
      const amount = micro(one.units);
      const outcome = await node.ledger.submit({
        key: `plan:${randomUUID()}`,
        inputHash: '0'.repeat(64),
        kind: 'planPlaced',
        reference: 'history',
        postings: [{ from: memberAccount(memberId, 'available'), to: memberAccount(memberId, 'plans'), amount }],
      });
      if (outcome.status === 'committed') plans.set(memberId, (plans.get(memberId) ?? 0n) + amount);
    }
  }
}

test('after any history of acts the ledger is consistent and each member’s locked total is what is open', async () => {
  let acts = 0;
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), async (history) => {
      const members = [
        await world.member(20_000),
        await world.member(20_000, { places: 'one' }),
        await world.member(500),
      ];
      const plans = new Map<bigint, bigint>();
      // Four at a time, on two nodes: what is decided at once must add up as well.
      for (let from = 0; from < history.length; from += 4) {
        await Promise.all(history.slice(from, from + 4).map((one, place) => perform(one, members, place, plans)));
      }
      acts += history.length;
      expect(await world.faults()).toEqual([]);
      for (const [index, memberId] of members.entries()) {
        const balances = await world.ledger.balancesOf(memberId);
        const withdrawals = await withdrawalsOf(world.tables, memberId, null, 1_000);
        const sumOf = (states: readonly string[]): bigint =>
          withdrawals.filter(({ state }) => states.includes(state)).reduce((sum, { amount }) => sum + amount, 0n);
        for (const { state } of withdrawals) ends.add(state);
        expect(balances?.withdrawing).toBe(sumOf(['requested', 'inReview', 'sent']));
        expect(balances?.plans).toBe(plans.get(memberId) ?? 0n);
        const total = (balances?.available ?? 0n) + (balances?.plans ?? 0n) + (balances?.withdrawing ?? 0n);
        expect(total + sumOf(['done'])).toBe(micro([20_000, 20_000, 500][index] ?? 0));
      }
      const { rows } = await world.database.pool.query(
        `select member_id from withdrawal where only_one and state in ('requested', 'inReview') group by 1 having count(*) > 1`,
      );
      expect(rows).toEqual([]);
    }),
    { numRuns: 40, seed: 11 },
  );
  // A history without outcomes would prove nothing.
  expect([...ends].sort()).toEqual(expect.arrayContaining(['cancelled', 'done', 'inReview', 'refused']));
  process.stderr.write(`${acts} acts in 40 random histories\n`);
});
