import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, fullInterest, maturesAt } from '#core/financing/interest.ts';
import { financingProducts, yieldFunding } from '#core/financing/products.ts';
import { usdt } from '#core/money/amount.ts';
import { AttachedRowsRefused, staleRow } from '#server/ledger/failures.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { endHolding } from './end-holding.ts';
import { fundYield } from './financing-feature.ts';
import { redemptionOf, subscriptionOf } from './financing-transfers.ts';
import { micro, openWorld, type World } from './financing-world.fixture.ts';
import { getFinancingLog } from './get-financing-log.ts';
import { findHolding } from './holding-store.ts';
import { listHoldings } from './list-holdings.ts';
import { listProducts } from './list-products.ts';
import { matureHoldings } from './mature-holdings.ts';
import { quoteFinancing } from './quote-financing.ts';
import { redeem } from './redeem.ts';
import { subscribe } from './subscribe.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.leaveYield(yieldFunding));
afterEach(async () => {
  expect(await world.faults()).toEqual([]);
});
afterAll(() => world.close());

const codeOf = (error: { code?: string }) => error.code;

test('the funds for interest are put in once, by one visible posting, however many nodes start', async () => {
  await Promise.all([fundYield(world.openNode().ledger), fundYield(world.ledger), fundYield(world.openNode().ledger)]);
  const { rows } = await world.database.pool.query(
    `select t.kind, p.amount from ledger.transfers as t join ledger.postings as p on p.transfer_id = t.id
      where t.idempotency_key = 'financing:funding'`,
  );
  expect(rows).toEqual([{ kind: 'yieldFunded', amount: yieldFunding }]);
});

test('seven days pay what the quote said: principal set apart, interest reserved, both paid at maturity and no earlier', async () => {
  const member = await world.member(1_000);
  const quote = await quoteFinancing(world, { product: 'day7', amount: micro(1_000) });
  expect(quote).toMatchObject({ covered: true, maturesAt: quote.startsAt + 7 * dayMs });
  const { id, ...bought } = await world.subscribe(member, 1_000);
  expect(bought).toMatchObject({
    state: 'running',
    days: 7,
    interest: 0n,
    interestAtMaturity: micro(1.4),
    daysEarned: 0,
  });
  expect(await world.balances(member)).toEqual({ available: 0, financing: 1_000 });
  expect(await world.houseBalance('yieldReserved')).toBe(micro(1.4));
  world.clock.advance(7 * dayMs - 1);
  await world.mature();
  expect(await world.balances(member)).toEqual({ available: 0, financing: 1_000 });
  world.clock.advance(1);
  await world.mature();
  expect(await world.balances(member)).toEqual({ available: 1_001.4, financing: 0 });
  expect(quote.payoffs.at(-1)?.payoff).toBe(micro(1_001.4));
  expect(await listHoldings(world, member, 'matured', null)).toMatchObject([
    { id, interest: micro(1.4), daysEarned: 7 },
  ]);
  expect(await world.houseBalance('yieldReserved')).toBe(0n);
  expect(await world.houseBalance('yield')).toBe(yieldFunding - micro(1.4));
});

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

test('repeated exits pay once and answer the same, and after maturity there is nothing to take out', async () => {
  const member = await world.member(200);
  const [first, second] = [await world.subscribe(member, 100), await world.subscribe(member, 100, 'day1')];
  const other = world.openNode();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => redeem(index % 2 ? world : other, member, first.id)),
  );
  expect(new Set(answers.map(({ state, endedAt }) => `${state} ${endedAt}`)).size).toBe(1);
  world.clock.advance(dayMs);
  // Its time has come although no node has looked: it is paid in full.
  await expect(world.redeem(member, second.id)).rejects.toMatchObject({ code: 'holdingMatured' });
  await expect(world.redeem(member, second.id)).rejects.toMatchObject({ code: 'holdingMatured' });
  expect(await world.balances(member)).toEqual({ available: 200.01, financing: 0 });
});

test('a product closes itself when its funds do not cover it, and two nodes at once never sell the same interest', async () => {
  // Covers the interest of 5 subscriptions of 100 USDT for seven days (0.14 each) and one unit too little for a sixth.
  await world.leaveYield(6n * 140_000n - 1n);
  const other = world.openNode();
  const members: bigint[] = [];
  for (let count = 0; count < 16; count += 1) members.push(await world.member(100));
  const buying = members.map((member, index) =>
    subscribe(index % 2 ? world : other, member, { product: 'day7', amount: micro(100) }, null).then(
      () => 'taken',
      codeOf,
    ),
  );
  const answers = await Promise.all(buying);
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(5);
  expect(new Set(answers)).toEqual(new Set(['taken', 'productClosed']));
  const [day1, day7] = await listProducts(world.ledger);
  expect(day7).toMatchObject({ open: true, capacity: usdt(99_999_999n) });
  expect(day1).toMatchObject({ open: true });
  expect(await quoteFinancing(world, { product: 'day7', amount: micro(100) })).toMatchObject({ covered: false });
});

test('one unit too little closes the product, and one more opens it', async () => {
  const member = await world.member(100);
  await world.leaveYield(139_999n);
  await expect(world.subscribe(member, 100)).rejects.toMatchObject({ code: 'productClosed' });
  expect(await quoteFinancing(world, { product: 'day7', amount: micro(100) })).toMatchObject({ covered: false });
  await world.leaveYield(0n);
  expect((await listProducts(world.ledger)).map(({ open, capacity }) => [open, capacity])).toEqual(
    Array.from({ length: 4 }, () => [false, 0n]),
  );
  await world.leaveYield(140_000n);
  expect(await world.subscribe(member, 100)).toMatchObject({ state: 'running' });
});

test('a repeated subscription is one holding and one answer, also once it would be refused; another under its key is not', async () => {
  const member = await world.member(100);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => world.subscribe(member, 100, 'day7', 'one-request-1')),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  world.frozen.add(member);
  expect((await world.subscribe(member, 100, 'day7', 'one-request-1')).id).toBe(answers[0]?.id);
  world.frozen.delete(member);
  await expect(world.subscribe(member, 99, 'day7', 'one-request-1')).rejects.toMatchObject({
    code: 'idempotencyKeyReused',
  });
});

test('concurrent subscriptions on two nodes never take more than there is', async () => {
  const member = await world.member(100);
  const other = world.openNode();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      subscribe(index % 2 ? world : other, member, { product: 'day30', amount: micro(15) }, null).then(
        () => 'taken',
        codeOf,
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(6);
  expect(new Set(answers)).toEqual(new Set(['taken', 'insufficientFunds']));
  expect(await world.balances(member)).toEqual({ available: 10, financing: 90 });
});

test('what is wrong is refused in words of its own and leaves nothing behind', async () => {
  const member = await world.member(100);
  const frozen = await world.member(100);
  world.frozen.add(frozen);
  for (const [who, units, product, code] of [
    [member, 9.999999, 'day7', 'amountOutsideProduct'],
    [member, 10_000.000001, 'day7', 'amountOutsideProduct'],
    [member, 100.000001, 'day7', 'insufficientFunds'],
    [member, 100, 'day8', 'productUnknown'],
    [frozen, 100, 'day7', 'accountFrozen'],
  ] as const) {
    await expect(world.subscribe(who, units, product), code).rejects.toMatchObject({ code });
    expect(await listHoldings(world, who, null, null)).toEqual([]);
    expect(await world.balances(who)).toEqual({ available: 100, financing: 0 });
  }
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

test('another member’s holding is as unknown as one that never was', async () => {
  const [owner, stranger] = [await world.member(100), await world.member(100)];
  const { id } = await world.subscribe(owner, 100);
  for (const unknown of [id, '0000000000000000']) {
    await expect(world.redeem(stranger, unknown)).rejects.toMatchObject({ code: 'holdingUnknown' });
    await expect(listHoldings(world, stranger, null, unknown)).rejects.toMatchObject({ code: 'holdingUnknown' });
  }
  expect(await listHoldings(world, stranger, null, null)).toEqual([]);
  expect(await listHoldings(world, owner, 'running', null)).toHaveLength(1);
});

test('the list pages from the newest on, of one state or of all', async () => {
  const member = await world.member(1_000);
  const ids: string[] = [];
  for (let count = 0; count < 23; count += 1) {
    ids.unshift((await world.subscribe(member, 10, count % 2 ? 'day1' : 'day30')).id);
    world.clock.advance(1);
  }
  const first = await listHoldings(world, member, null, null);
  const rest = await listHoldings(world, member, null, first.at(-1)?.id ?? '');
  expect([...first, ...rest].map(({ id }) => id)).toEqual(ids);
  world.clock.advance(dayMs);
  await world.mature();
  expect(await listHoldings(world, member, 'matured', null)).toHaveLength(11);
  expect(await listHoldings(world, member, 'running', null)).toHaveLength(12);
});

test('interest is income of the member’s own day, beside that of plans', async () => {
  const member = await world.member(2_000);
  await world.subscribe(member, 1_000, 'day1');
  await world.subscribe(member, 1_000, 'day7');
  world.clock.advance(dayMs);
  await world.mature();
  const zones = { memberId: member, timeZone: 'Asia/Tokyo' };
  expect(await getFinancingLog(world, zones)).toMatchObject({
    invested: micro(1_000),
    reserved: micro(1.4),
    plans: { today: 0n, total: 0n },
    financing: { today: micro(0.1), total: micro(0.1) },
    payouts: [{ state: 'matured', interest: micro(0.1) }],
  });
  const { rows } = await world.database.pool.query('select income from member_income where member_id = $1', [member]);
  expect(rows).toEqual([{ income: micro(0.1) }]);
  world.clock.advance(dayMs);
  expect(await getFinancingLog(world, zones)).toMatchObject({ financing: { today: 0n, total: micro(0.1) } });
});

test('the database refuses to change or delete a holding, but for its one end', async () => {
  const member = await world.member(100);
  const { id } = await world.subscribe(member, 100);
  const { owner } = world.database;
  for (const change of [
    'update holding set daily_rate_ppm = 1 where id = $1',
    `update holding set amount = amount + 1, state = 'redeemed', interest = 0, ended_at = now() where id = $1`,
    'delete from holding where id = $1',
  ]) {
    await expect(owner.query(change, [id]), change).rejects.toThrow(/changes once|never deleted/);
  }
  await world.redeem(member, id);
  await expect(owner.query(`update holding set interest = interest_reserved where id = $1`, [id])).rejects.toThrow(
    /changes once/,
  );
});

test('two exits with another interest, on two sides of the end of a day, end the holding once', async () => {
  const member = await world.member(100);
  const { id } = await world.subscribe(member, 100);
  const holding = await findHolding(world.pool, member, id);
  if (!holding) throw new Error('the holding is recorded');
  const exits = [usdt(0n), usdt(10_000n)].map((interest) => endHolding(world.ledger, redemptionOf(holding, interest)));
  expect((await Promise.all(exits)).sort()).toEqual([false, true]);
  expect(await endHolding(world.ledger, redemptionOf(holding, usdt(20_000n)))).toBe(false);
});

test('more holdings than fit a page, of one member and one millisecond, are all paid in one run', async () => {
  const count = 1_005;
  const member = await world.member(10 * count);
  const [product] = financingProducts;
  if (!product) throw new Error('there is a product');
  const amount = micro(10);
  const now = world.clock.now();
  const page = Array.from({ length: count }, (_, index) =>
    subscriptionOf(
      {
        memberId: member,
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
  expect(await world.balances(member)).toEqual({ available: 0, financing: 10 * count });
  world.clock.advance(dayMs);
  expect(await world.mature()).toBe(count);
  expect((await world.balances(member)).financing).toBe(0);
});

test('the day of income ends at midnight of the member’s zone, not of UTC', async () => {
  const member = await world.member(100);
  const noon = Date.UTC(2027, 5, 1, 12);
  world.clock.advance(noon - dayMs - world.clock.now());
  await world.subscribe(member, 100, 'day1');
  world.clock.advance(dayMs);
  await world.mature();
  const today = async (timeZone: string) =>
    (await getFinancingLog(world, { memberId: member, timeZone })).financing.today;
  // In Tokyo it is 21:00; its midnight is at 15:00 UTC.
  world.clock.advance(3 * 3_600_000 - 1);
  expect([await today('Asia/Tokyo'), await today('UTC')]).toEqual([micro(0.01), micro(0.01)]);
  world.clock.advance(1);
  expect([await today('Asia/Tokyo'), await today('UTC')]).toEqual([0n, micro(0.01)]);
});

test('the least and the largest amount of a product are taken', async () => {
  const member = await world.member(10_010);
  for (const units of [10, 10_000])
    expect(await world.subscribe(member, units)).toMatchObject({ amount: micro(units) });
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
    expect(await endHolding(world.ledger, redemptionOf(before, usdt(0n)))).toBe(false);
    expect(await world.balances(member)).toEqual({ available: 100.01, financing: others });
    expect(await listHoldings(world, member, 'matured', null)).toHaveLength(1);
  },
);

test('the same key with another product is another request', async () => {
  const member = await world.member(100);
  await world.subscribe(member, 20, 'day7', 'one-product-1');
  await expect(world.subscribe(member, 20, 'day14', 'one-product-1')).rejects.toMatchObject({
    code: 'idempotencyKeyReused',
  });
});

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
