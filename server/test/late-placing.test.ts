import { expect, test } from 'vitest';
import { findPlan } from '#server/features/plans/plan-store.ts';
import { isLedgerSound, worldStart } from '#server/features/plans/plan-world.fixture.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import { openLimitWorld } from './limit-world.fixture.ts';

test('a plan whose first candle has opened when it is committed starts with the next one, decided in the transaction', async () => {
  const world = await openLimitWorld();
  const member = await world.member(1_000);
  const boundary = Math.ceil(worldStart / 300_000) * 300_000;
  // The node reads the clock a second before the candle opens; the transaction comes a second after.
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
  const plan = await world.guardedNode({ ...node, ledger }).place(member);
  expect(submissions).toBe(2);
  expect(plan.placedAt).toBe(boundary + 1_000);
  expect((await findPlan(world.tables, member, plan.id))?.group.startsAt).toBe(boundary + 300_000);
  expect(await isLedgerSound(world.database.pool)).toBe(true);
  await world.close();
});
