import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listOffers } from '#server/features/products/list-offers.ts';
import { listProductChanges } from '#server/features/products/list-product-changes.ts';
import { reviewedProducts } from '#server/features/products/reviewed-products.ts';
import { insertDecision } from '#server/platform/approvals/approvals.fixture.ts';
import { changeOperator, insertOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { anna, bert, closeSecond, micro, openProductChanges } from './product-changes.fixture.ts';

let wall = 0;
const { world, own, offersOf, propose, decide, stateOf, takesEffect, published } = await openForFile(() =>
  openProductChanges(() => Date.now() + wall),
);

test('a change that is refused, lapsed, other than what was seen, or of one operator, is not made', async () => {
  const refused = await propose();
  const { hash: seen } = (await reviewedProducts(own()).list(200))[0] ?? expect.fail('nothing waits');
  expect(await decide(refused, bert, 'refused')).toEqual({ status: 'refused', approvals: 0, needed: 2 });
  for (const [by, decision] of [
    [anna, 'approved'],
    [bert, 'refused'],
  ] as const) {
    const again = { by, id: `0.${refused}`, hash: seen, decision, reason: 'seen by two' };
    await expect(reviewedProducts(own()).decide(again), by.operator).rejects.toMatchObject({ code: 'approvalOver' });
  }
  const lapsed = await propose();
  const { hash } = (await reviewedProducts(own()).list(200))[0] ?? expect.fail('nothing waits');
  const late = { by: bert, id: `0.${lapsed}`, decision: 'approved', reason: 'seen by two' } as const;
  await expect(reviewedProducts(own()).decide({ ...late, hash: '0'.repeat(64) })).rejects.toMatchObject({
    code: 'approvalChanged',
  });
  wall = 24 * 3_600_000;
  await expect(reviewedProducts(own()).decide({ ...late, hash })).rejects.toMatchObject({ code: 'approvalExpired' });
  expect([(await stateOf(refused))?.state, (await stateOf(lapsed))?.state]).toEqual(['refused', 'lapsed']);
  wall = 0;
  const alone = await propose();
  await expect(
    sql`insert into product_change (request_id, effective_from) values (${alone}, now())`.execute(own().tables),
  ).rejects.toThrow('the approvals of two operators');
  // Not even of what two have approved its writer numbers a change: only prize tables are numbered.
  await insertDecision(world.database.owner, 'product', `0.${alone}`, 'bert');
  const numbered = await world.database.pool.query(
    'insert into product_change (request_id, effective_from, version) values ($1, now(), 9) returning version',
    [alone],
  );
  expect(numbered.rows).toEqual([{ version: null }]);
  const { rows } = await world.database.pool.query(`select act from operator_act where subject = $1 order by id`, [
    `product ${refused}`,
  ]);
  expect(rows.map(({ act }) => act)).toEqual(['productProposed', 'productApproved', 'productRefused']);
});

test('a role that was taken away in the meantime: its approval changes no product, a third operator’s makes it', async () => {
  await insertOperators(world.database.owner, { fay: 'finance' });
  const id = await propose({ ...closeSecond, item: '4' }, { operator: 'fay', role: 'finance' });
  await changeOperator(world.database.owner, 'fay', 'ended');
  expect(await decide(id, bert)).toEqual({ status: 'open', approvals: 1, needed: 2 });
  expect(await stateOf(id)).toMatchObject({ state: 'waiting', approvedBy: ['bert'] });
  expect(await decide(id, anna)).toEqual({ status: 'approved', approvals: 2, needed: 2 });
  expect(await stateOf(id)).toMatchObject({ state: 'made' });
});

test('no change reaches back, whatever moment it was asked for', async () => {
  const id = await propose({ ...closeSecond, item: '3', from: '100000000000' });
  expect((await stateOf(id))?.effectiveFrom).toBe(world.clock.now());
  await decide(id, bert);
  expect((await stateOf(id))?.effectiveFrom).toBe(world.clock.now() + 60_000);
});

test('what is asked for lapses a day after it was asked for, however late it would take effect', async () => {
  const id = await propose({ ...closeSecond, item: '4', from: String(Date.now() + 10 * 86_400_000) });
  const waiting = (await reviewedProducts(own()).list(200)).find((one) => one.id === `0.${id}`);
  expect(waiting?.expiresAt).toBe((waiting?.askedAt ?? 0) + 86_400_000);
  await decide(id, bert, 'refused');
});

test('of two changes for one moment the one that was decided last holds, whichever was asked for first', async () => {
  const asked = { ...closeSecond, item: '5', from: String(world.clock.now() + 3_600_000) };
  const ids = [await propose(asked), await propose({ ...asked, maximum: micro(1_500) })];
  for (const id of ids.toReversed()) {
    await decide(id, bert);
    world.clock.advance(1_000);
  }
  await takesEffect(ids[0] ?? '');
  const newest = async () => (await listOffers({ ...own(), ledger: world.ledger, offers: offersOf(1) })).offers[4];
  await expect.poll(newest).toMatchObject({ item: '5', isOpen: false, maximum: asked.maximum });
});

test('an offer out of range, an unknown product and a closed first level are refused', async () => {
  for (const [asked, code] of [
    [{ item: '1' }, 'firstLevelStays'],
    [{ item: '7' }, 'offerUnknown'],
    [{ minimum: micro(3_000) }, 'offerBoundsInvalid'],
    [{ maximum: micro(2_000_000) }, 'offerBoundsInvalid'],
    [{ rate: 200 }, 'offerRateInvalid'],
    [{ kind: 'financing', item: 'day1', rate: 1_001 }, 'offerRateInvalid'],
    [{ kind: 'financing', item: 'day1' }, 'offerRateInvalid'],
  ] as const) {
    await expect(propose({ ...closeSecond, ...asked }), code).rejects.toMatchObject({ code });
  }
});

test('what is asked for twice, one after the other or at once, is one request with one act, and other consoles hear of it', async () => {
  const asked = { ...closeSecond, minimum: micro(60), reason: 'tapped twice' };
  published.length = 0;
  const ids = await Promise.all([propose(asked), propose(asked), propose(asked)]);
  ids.push(await propose(asked));
  world.clock.advance(1_000);
  ids.push(await propose(asked));
  const [id = ''] = ids;
  expect(new Set(ids).size).toBe(1);
  expect(published).toEqual(Array.from({ length: 5 }, () => ({ subject: 'approvals', id: '' })));
  const { rows } = await world.database.pool.query(
    `select (select count(*)::int from product_request where reason = 'tapped twice') as requests,
       (select count(*)::int from operator_act where act = 'productProposed' and reason = 'tapped twice') as acts`,
  );
  expect(rows).toEqual([{ requests: 1, acts: 1 }]);
  // Another operator, another word, a moment to come: a request of its own; and once it is over, anew.
  const tomorrow = String(world.clock.now() + 86_400_000);
  const later = await propose({ ...asked, from: tomorrow });
  expect(await propose({ ...asked, from: tomorrow })).toBe(later);
  const others = [await propose(asked, bert), await propose({ ...asked, minimum: micro(61) }), later];
  for (const rate of [200, 201]) others.push(await propose({ ...asked, kind: 'financing', item: 'day7', rate }));
  others.push(await propose({ ...asked, reason: 'for another reason' }));
  expect(new Set([id, ...others]).size).toBe(7);
  await decide(id, bert, 'refused');
  const anew = await propose(asked);
  expect([id, ...others]).not.toContain(anew);
  for (const open of [anew, ...others]) await decide(open, owner('carl'), 'refused');
  // The next page begins after the last row of the one before.
  const listed = async (before?: string) => (await listProductChanges(own(), { before })).map((one) => one.id);
  const all = await listed();
  expect((await listed(all[1])).slice(0, all.length - 2)).toEqual(all.slice(2));
});
