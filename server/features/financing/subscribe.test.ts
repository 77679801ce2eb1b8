import { expect, test } from 'vitest';
import { holdingsRunningMax } from '#core/limits/business-limits.ts';
import { usdt } from '#core/money/amount.ts';
import { codeOf, micro, openWorldForFile } from './financing-world.fixture.ts';
import { listHoldings } from './list-holdings.ts';
import { listProducts } from './list-products.ts';
import { quoteFinancing } from './quote-financing.ts';
import { subscribe } from './subscribe.ts';

const world = await openWorldForFile();

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
  const [day1, day7] = await listProducts(world);
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
  expect((await listProducts(world)).map(({ open, capacity }) => [open, capacity])).toEqual(
    Array.from({ length: 4 }, () => [false, 0n]),
  );
  await world.leaveYield(140_000n);
  expect(await quoteFinancing(world, { product: 'day7', amount: micro(100) })).toMatchObject({ covered: true });
  expect(await world.subscribe(member, 100)).toMatchObject({ state: 'running' });
});

test('a product whose least amount is just what the funds cover is open, for that amount', async () => {
  await world.leaveYield(14_000n);
  const openFrom = async (minimum: bigint, maximum = micro(100)) => {
    const bounds = { minimum: usdt(minimum), maximum, dailyRatePpm: 200 };
    const change = { kind: 'financing', item: 'day7', isOpen: true, effectiveFrom: 0, ...bounds } as const;
    const products = await listProducts({ ...world, offers: { changes: () => [change] } });
    const { open, capacity } = products.find(({ id }) => id === 'day7') ?? {};
    return [open, capacity];
  };
  expect(await openFrom(10_000_714n)).toEqual([true, 10_000_714n]);
  expect(await openFrom(10_000_715n)).toEqual([false, 0n]);
  // Nobody subscribes to more at once than the product allows.
  expect(await openFrom(10_000_000n, micro(10))).toEqual([true, micro(10)]);
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

test('a freeze that comes after the look and before the transfer refuses the subscription', async () => {
  const member = await world.member(100);
  const looks = [false, true];
  const racing = {
    ...world,
    isFrozen: async () => {
      const seen = looks.shift() ?? true;
      if (!seen)
        await world.pool.query('insert into account_freeze (member_id, frozen_at) values ($1, now())', [member]);
      return seen;
    },
  };
  const buying = subscribe(racing, member, { product: 'day7', amount: micro(100) }, null);
  await expect(buying).rejects.toMatchObject({ code: 'accountFrozen' });
  expect(await world.balances(member)).toEqual({ available: 100, financing: 0 });
});

test('the same key with another product is another request', async () => {
  const member = await world.member(100);
  await world.subscribe(member, 20, 'day7', 'one-product-1');
  await expect(world.subscribe(member, 20, 'day14', 'one-product-1')).rejects.toMatchObject({
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

test('the least and the largest amount of a product are taken', async () => {
  const member = await world.member(10_010);
  for (const units of [10, 10_000])
    expect(await world.subscribe(member, units)).toMatchObject({ amount: micro(units) });
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

test('at most so many holdings run at once, on two nodes as well, and one that ends makes room', async () => {
  const member = await world.member(20_000);
  const other = world.openNode();
  const [first] = [await world.subscribe(member, 100, 'day1')];
  const buying = Array.from({ length: holdingsRunningMax + 8 }, (_, index) =>
    subscribe(index % 2 ? world : other, member, { product: 'day7', amount: micro(100) }, null).then(
      () => 'taken',
      (error) => error,
    ),
  );
  const answers = await Promise.all(buying);
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(holdingsRunningMax - 1);
  const refused = answers.find((answer) => answer !== 'taken');
  expect(refused).toMatchObject({
    code: 'holdingsRunning',
    values: { count: holdingsRunningMax, until: { at: first?.maturesAt } },
  });
  await expect(world.subscribe(member, 100)).rejects.toMatchObject({ code: 'holdingsRunning' });
  await world.subscribe(await world.member(100), 100);
  await world.redeem(member, first?.id ?? '');
  await world.subscribe(member, 100);
  await expect(world.subscribe(member, 100)).rejects.toMatchObject({ code: 'holdingsRunning' });
});
