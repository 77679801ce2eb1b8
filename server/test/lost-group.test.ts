import { expect, test } from 'vitest';
import { findPlan } from '#server/features/plans/plan-store.ts';
import { isLedgerSound } from '#server/features/plans/plan-world.fixture.ts';
import { settlePlans } from '#server/features/plans/settle-plans.ts';
import { openLimitWorld } from './limit-world.fixture.ts';

test.each(['is not there', 'is another one'])(
  'after a failover with losses no plan is placed in a group whose id %s',
  async (how) => {
    const world = await openLimitWorld();
    const { owner } = world.database;
    const [before, member] = [await world.member(1_000), await world.member(1_000)];
    const node = world.guardedNode(world.openNode());
    await node.place(before);
    // Lost with the plan that it was made for; a sequence may have gone back as well.
    await owner.query('alter table plan disable trigger user; alter table plan_group disable trigger user');
    const { rows: lost } = await owner.query<{ id: bigint }>(
      `with gone as (delete from plan where member_id = ${before}) delete from plan_group returning id`,
    );
    await owner.query('alter table plan enable trigger user; alter table plan_group enable trigger user');
    if (how === 'is another one')
      await owner.query(
        `insert into plan_group (id, coin, starts_at, engine, strategy, "interval", rounds, leverage, maximum_profit, maximum_loss, fee_rate, market, market_hash)
       overriding system value values ($1, 'BTC', '2026-01-01', 1, 'trend-1', '5m', 12, 10, 0.5, 0.3, 0.001, '{}', encode(sha256('{}'), 'hex'))`,
        [lost[0]?.id],
      );
    const { id } = await node.place(member);
    const placed = await findPlan(world.tables, member, id);
    expect(placed?.group).toMatchObject({ coin: 'ETH' });
    world.clock.advance(3 * 3_600_000);
    const { settled } = await settlePlans(world);
    expect([settled, await isLedgerSound(world.database.pool)]).toEqual([1, true]);
    await world.close();
  },
);
