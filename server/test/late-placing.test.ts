import { expect, test } from 'vitest';
import { findPlan } from '#server/features/plans/plan-store.ts';
import { isLedgerSound, micro, worldStart } from '#server/features/plans/plan-world.fixture.ts';
import { settlePlans } from '#server/features/plans/settle-plans.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import { codeOf, openLimitWorld } from './limit-world.fixture.ts';

const boundary = Math.ceil(worldStart / 300_000) * 300_000;

/** A node that reads the clock a second before a candle opens; its first transaction comes a second after. */
async function openLateWorld() {
  const world = await openLimitWorld();
  const member = await world.member(1_000);
  world.clock.advance(boundary - 1_000 - worldStart);
  await world.database.owner.query(
    `insert into product_clock (wall_at, product_at, speed, shown_until, extended_at) values (now(), $1, 0.001, $1, now())`,
    [new Date(boundary + 1_000)],
  );
  const node = world.openNode();
  let submissions = 0;
  const ledger = {
    ...node.ledger,
    submit: (submission: Submission) => {
      submissions += 1;
      if (submissions === 1) world.clock.advance(2_000);
      return node.ledger.submit(submission);
    },
  };
  return { world, member, node: { ...node, ledger }, submissions: () => submissions };
}

test('a plan whose first candle has opened when it is committed starts with the next one, decided in the transaction', async () => {
  const { world, member, node, submissions } = await openLateWorld();
  const plan = await world.guardedNode(node).place(member);
  expect(submissions()).toBe(2);
  expect(plan.placedAt).toBe(boundary + 1_000);
  expect((await findPlan(world.tables, member, plan.id))?.group.startsAt).toBe(boundary + 300_000);
  expect(await isLedgerSound(world.database.pool)).toBe(true);
  await world.close();
});

test('a candle that an exchange whose clock is ahead has begun already is no plan’s first one', async () => {
  const world = await openLimitWorld();
  const member = await world.member(1_000);
  world.clock.advance(boundary + 1_000 - worldStart);
  expect(world.market.closed('ETH', '5m').openTime.at(-1)).toBe(boundary - 300_000);
  world.clock.advance(-2_000);
  const { id, placedAt } = await world.place(member);
  expect((await findPlan(world.tables, member, id))?.group.startsAt).toBe(boundary + 300_000);
  world.clock.advance(3 * 3_600_000);
  // Open pages are notified of plans that were placed from then on.
  const { moments } = await settlePlans(world);
  expect(moments.map(({ placedFrom }) => placedFrom <= placedAt)).toEqual([true]);
  await world.close();
});

test('a plan that is placed with the next candle is held against what is offered by then', async () => {
  const { world, member, node } = await openLateWorld();
  const offer = { kind: 'level', item: '1', isOpen: true, dailyRatePpm: null, effectiveFrom: boundary } as const;
  const offers = { changes: () => [{ ...offer, minimum: micro(200), maximum: micro(500) }] };
  const placing = world.guardedNode({ ...node, offers }).place(member, { price: micro(100) });
  expect(await codeOf(placing)).toBe('amountOutsideQuota');
  await world.close();
});
