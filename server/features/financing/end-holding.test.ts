import { expect, test } from 'vitest';
import { fullInterest, maturesAt } from '#core/financing/interest.ts';
import { financingProducts } from '#core/financing/products.ts';
import { dayMs } from '#core/time/lengths.ts';
import { AttachedRowsRefused, LedgerOutcomeUnknown, staleRow } from '#server/ledger/failures.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { endHolding } from './end-holding.ts';
import { redemptionOf, subscriptionOf } from './financing-transfers.ts';
import { codeOf, micro, openWorldForFile } from './financing-world.fixture.ts';
import { findHolding } from './holding-store.ts';
import { listHoldings } from './list-holdings.ts';
import { matureHoldings } from './mature-holdings.ts';
import { quoteFinancing } from './quote-financing.ts';
import { redeem } from './redeem.ts';

const world = await openWorldForFile();

test('an early exit pays the quoted day, the principal whole, and gives the rest of the reserve back', async () => {
  const quote = await quoteFinancing(world, { product: 'day7', amount: micro(1_000) });
  for (const day of [0, 1, 6]) {
    const member = await world.member(1_000);
    const { id } = await world.subscribe(member, 1_000);
    world.clock.advance(day * dayMs + 3);
    const interest = quote.payoffs[day]?.interest ?? -1n;
    expect(await listHoldings(world, member, null, null)).toMatchObject([{ interest, daysEarned: day }]);
    const funds = await world.houseBalance('yield');
    expect(await world.redeem(member, id)).toMatchObject({ state: 'redeemed', interest, daysEarned: day });
    expect((await world.balances(member)).available).toBe(1_000 + Number(interest) / 1_000_000);
    expect((await world.houseBalance('yield')) - funds).toBe(micro(1.4) - interest);
    world.clock.advance(10 * dayMs);
    expect(await world.mature()).toBe(0);
    // Days after its end earn nothing and are not counted.
    expect(await listHoldings(world, member, null, null)).toMatchObject([
      { state: 'redeemed', interest, daysEarned: day },
    ]);
    const { rows } = await world.pool.query('select income, kind from member_income where member_id = $1', [member]);
    expect(rows).toEqual([{ income: interest, kind: 'financing' }]);
  }
});

test('what matured while nothing ran is paid once, by two nodes that start together', async () => {
  const members: bigint[] = [];
  for (let count = 0; count < 25; count += 1) {
    const member = await world.member(1_000);
    members.push(member);
    await world.subscribe(member, 500, 'day1');
    await world.subscribe(member, 500, 'day14');
  }
  world.clock.advance(40 * dayMs);
  const [one, other] = [world.openNode(), world.openNode()];
  const paid = await Promise.all([matureHoldings(one), matureHoldings(other), matureHoldings(one), world.mature()]);
  expect(paid.reduce((sum, count) => sum + count)).toBe(50);
  for (const member of members) {
    expect(await world.balances(member)).toEqual({ available: 1_000 + 0.05 + 1.75, financing: 0 });
  }
});

test('leaving at the moment of maturity ends the holding once, by whichever way came first', async () => {
  const other = world.openNode();
  const held: [bigint, string][] = [];
  for (let count = 0; count < 20; count += 1) {
    const member = await world.member(100);
    held.push([member, (await world.subscribe(member, 100)).id]);
  }
  world.clock.advance(7 * dayMs - 1);
  const leaving = held.map(([member, id], index) => redeem(index % 2 ? world : other, member, id).catch(codeOf));
  world.clock.advance(1);
  await Promise.all([...leaving, matureHoldings(world), matureHoldings(other)]);
  for (const [member, id] of held) {
    const [holding] = await listHoldings(world, member, null, null);
    expect(['matured', 'redeemed']).toContain(holding?.state);
    const { rows } = await world.database.pool.query('select 1 from ledger.transfers where reference = $1', [id]);
    expect(rows).toHaveLength(2);
    expect((await world.balances(member)).available * 1_000_000).toBeCloseTo(
      100_000_000 + Number(holding?.interest),
      3,
    );
  }
});

test('an exit that is booked after the end of a day, or after maturity, pays what is earned by then', async () => {
  const late = {
    ...world,
    ledger: {
      ...world.ledger,
      submit: (submission: Parameters<typeof world.ledger.submit>[0]) => {
        if (world.clock.now() % dayMs === dayMs / 2 - 1) world.clock.advance(1);
        return world.ledger.submit(submission);
      },
    },
  };
  world.clock.advance(dayMs - ((world.clock.now() + dayMs / 2) % dayMs));
  const member = await world.member(200);
  const [first, second] = [await world.subscribe(member, 100), await world.subscribe(member, 100)];
  world.clock.advance(3 * dayMs - 1);
  expect(await redeem(late, member, first.id)).toMatchObject({ daysEarned: 3, interest: micro(0.03) });
  world.clock.advance(4 * dayMs - 1);
  await expect(redeem(late, member, second.id)).rejects.toMatchObject({ code: 'holdingMatured' });
  expect(await world.balances(member)).toEqual({ available: 200.17, financing: 0 });
});

test('repeated exits pay once and answer the same, and after maturity there is nothing to take out', async () => {
  const member = await world.member(200);
  const [first, second] = [await world.subscribe(member, 100), await world.subscribe(member, 100, 'day1')];
  const other = world.openNode();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => redeem(index % 2 ? world : other, member, first.id)),
  );
  expect(new Set(answers.map(({ state, endedAt }) => `${state} ${endedAt}`)).size).toBe(1);
  // The commit was seen and is not on the standby, which is the primary now.
  const withoutReceipts = { ...world, ledger: { ...world.ledger, receiptOf: async () => null } };
  await expect(redeem(withoutReceipts, member, first.id)).rejects.toBeInstanceOf(LedgerOutcomeUnknown);
  world.clock.advance(dayMs);
  // Its time has come although no node has looked: it is paid in full.
  await expect(world.redeem(member, second.id)).rejects.toMatchObject({ code: 'holdingMatured' });
  await expect(world.redeem(member, second.id)).rejects.toMatchObject({ code: 'holdingMatured' });
  expect(await world.balances(member)).toEqual({ available: 200.01, financing: 0 });
});

test('a frozen account’s holding cannot be taken out, and is paid all the same when it matures', async () => {
  const member = await world.member(100);
  const { id } = await world.subscribe(member, 100);
  world.frozen.add(member);
  await expect(world.redeem(member, id)).rejects.toMatchObject({ code: 'accountFrozen' });
  world.clock.advance(7 * dayMs);
  await world.mature();
  expect(await world.balances(member)).toEqual({ available: 100.14, financing: 0 });
});

test('a freeze that comes after the look and before the transfer leaves the holding, until it matures', async () => {
  const member = await world.member(100);
  const { id } = await world.subscribe(member, 100);
  let looks = 0;
  const isFrozen = async (): Promise<boolean> => {
    looks += 1;
    if (looks > 1) return true;
    await world.database.owner.query('insert into account_freeze (member_id, frozen_at) values ($1, now())', [member]);
    return false;
  };
  await expect(redeem({ ...world, isFrozen }, member, id)).rejects.toMatchObject({ code: 'accountFrozen' });
  expect(await world.balances(member)).toEqual({ available: 0, financing: 100 });
  world.clock.advance(7 * dayMs);
  await world.mature();
  expect(await world.balances(member)).toMatchObject({ financing: 0 });
});

test('two exits with another interest, on two sides of the end of a day, end the holding once', async () => {
  const member = await world.member(100);
  const { id } = await world.subscribe(member, 100);
  const holding = await findHolding(world.pool, member, id);
  if (!holding) throw new Error('the holding is recorded');
  const exits = [0, 1].map((day) => endHolding(world.ledger, redemptionOf(holding, day)));
  expect((await Promise.all(exits)).sort()).toEqual([false, true]);
  expect(await endHolding(world.ledger, redemptionOf(holding, 2))).toBe(false);
});

test('more holdings than fit a page, of a few members and one millisecond, are all paid in one run', async () => {
  const count = 1_005;
  // Each as many as may run.
  const members = await Promise.all(Array.from({ length: 15 }, () => world.member((10 * count) / 15)));
  const [product] = financingProducts;
  if (!product) throw new Error('there is a product');
  const amount = micro(10);
  const now = world.clock.now();
  const page = Array.from({ length: count }, (_, index) =>
    subscriptionOf(
      {
        memberId: members[index % members.length] ?? 0n,
        id: newPublicId(now),
        product: product.id,
        terms: product,
        amount,
        interestReserved: fullInterest(product, amount),
        subscribedAt: now,
        maturesAt: maturesAt(product, now),
      },
      { key: `page of holdings:${index}`, inputHash: '0'.repeat(64) },
    ),
  );
  await world.ledger.submitPages(
    (async function* () {
      yield page;
    })(),
  );
  const held = async () => (await Promise.all(members.map(world.balances))).map(({ financing }) => financing);
  expect(await held()).toEqual(members.map(() => (10 * count) / 15));
  world.clock.advance(dayMs);
  expect(await world.mature()).toBe(count);
  expect(await held()).toEqual(members.map(() => 0));
});

test.each([0, 100])(
  'an exit decided before the holding matured is no error, with %i USDT in another',
  async (others) => {
    const member = await world.member(100 + others);
    if (others > 0) await world.subscribe(member, others, 'day30');
    const { id } = await world.subscribe(member, 100, 'day1');
    const before = await findHolding(world.pool, member, id);
    if (!before) throw new Error('the holding is recorded');
    world.clock.advance(dayMs);
    await world.mature();
    expect(await endHolding(world.ledger, redemptionOf(before, 0))).toBe(false);
    expect(await world.balances(member)).toEqual({ available: 100.01, financing: others });
    expect(await listHoldings(world, member, 'matured', null)).toHaveLength(1);
  },
);

test('a matured holding that could not be paid is logged, one that ended meanwhile is not', async () => {
  const logged: unknown[] = [];
  const log = { ...world.log, error: (details: unknown) => void logged.push(details) } as typeof world.log;
  const stale = Object.assign(Object.create(AttachedRowsRefused.prototype), { code: staleRow });
  const failed = [
    { key: 'ended meanwhile', reason: stale },
    { key: 'not paid', reason: 'insufficientFunds' },
  ];
  const ledger = { submitPages: async () => ({ committed: 3, failed }) };
  expect(await matureHoldings({ ...world, ledger, log })).toBe(3);
  expect(logged).toEqual([{ err: 'insufficientFunds', transfer: 'not paid' }]);
});
