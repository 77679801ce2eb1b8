import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { publishedFigures } from '#server/features/content/published-figures.ts';
import { fundingOf } from '#server/features/financing/financing-transfers.ts';
import { listHoldings } from '#server/features/financing/list-holdings.ts';
import { listProducts } from '#server/features/financing/list-products.ts';
import { quoteFinancing } from '#server/features/financing/quote-financing.ts';
import { subscribe } from '#server/features/financing/subscribe.ts';
import { listLevels } from '#server/features/plans/list-levels.ts';
import { placePlan } from '#server/features/plans/place-plan.ts';
import { findPlan } from '#server/features/plans/plan-store.ts';
import { someRequest } from '#server/features/plans/plan-world.fixture.ts';
import { listOffers } from '#server/features/products/list-offers.ts';
import { proposeBands } from '#server/features/products/propose-bands.ts';
import { reviewedProducts } from '#server/features/products/reviewed-products.ts';
import { listComingLevels } from '#server/features/weight/list-coming-levels.ts';
import { fundOnce } from '#server/ledger/fund-once.ts';
import { offersChangedTopic } from '#server/platform/offers/product-offers.ts';
import { owner } from '#server/platform/operators/operators.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { type Asked, anna, bert, closeSecond, micro, openProductChanges } from './product-changes.fixture.ts';

const { world, nodes, own, offersOf, propose, decide, stateOf, takesEffect } = await openForFile(openProductChanges);

/** By the second node. */
let changesHeard = 0;
nodes[1]?.bus.subscribe(offersChangedTopic, () => void changesHeard++);

test('a closed level takes no new plan from its moment on, on any node; a plan that is placed keeps its terms', async () => {
  const member = await world.member(1_000);
  await world.earn(member, 600);
  const request = { ...someRequest, id: 2, price: micro(60) };
  const place = (node: number) => placePlan({ ...world, offers: offersOf(node) }, member, request, null);
  const before = await place(0);
  const terms = (await findPlan(world.tables, member, before.id))?.group.terms;
  const id = await propose();
  expect((await stateOf(id))?.state).toBe('waiting');
  await expect(decide(id, anna)).rejects.toMatchObject({ code: 'approvalOwn' });
  expect(changesHeard).toBe(0);
  expect(await decide(id, bert)).toEqual({ status: 'approved', approvals: 2, needed: 2 });
  // At once, and not only as each node looks again.
  await expect.poll(() => changesHeard).toBe(1);
  await expect(decide(id, owner('carl'))).rejects.toThrow('does not wait');
  const made = await stateOf(id);
  expect(made).toMatchObject({ state: 'made', approvedBy: ['anna', 'bert'] });
  await takesEffect(id);
  for (const node of [0, 1]) await expect(place(node)).rejects.toMatchObject({ code: 'levelClosed' });
  const offered = await listLevels({ ...world, offers: offersOf(1) }, member, 'BTC', 5);
  expect(offered.map((level) => level.id)).toEqual([1, 3, 4, 5]);
  expect((await findPlan(world.tables, member, before.id))?.group.terms).toEqual(terms);

  const reopen = await propose({ ...closeSecond, open: '1', minimum: micro(70), maximum: micro(80) }, bert);
  await decide(reopen, anna);
  await takesEffect(reopen);
  await expect(place(1)).rejects.toMatchObject({ code: 'amountOutsideQuota', values: { minimum: micro(70) } });
  expect((await listOffers({ ...own(), ledger: world.ledger, offers: offersOf(0) })).offers[1]).toMatchObject({
    ...{ item: '2', isOpen: true, minimum: micro(70), maximum: micro(80), shippedMinimum: micro(50) },
  });
});

test('a financing product that is closed is listed as closed, and takes no subscription', async () => {
  const id = await propose({ ...closeSecond, kind: 'financing', item: 'day7', rate: 200 });
  await decide(id, bert);
  await takesEffect(id);
  const node = { ...world, offers: offersOf(1), isFrozen: async () => false };
  expect((await listProducts(node)).find((one) => one.id === 'day7')?.open).toBe(false);
  const asked = { product: 'day7', amount: micro(100) };
  await expect(quoteFinancing(node, asked)).rejects.toMatchObject({ code: 'productPaused' });
  await expect(subscribe(node, await world.member(500), asked, null)).rejects.toMatchObject({ code: 'productPaused' });
});

test('a rate that two operators approve is shown before it holds, pays what is bought from then on, and reaches no holding', async () => {
  await fundOnce(world.ledger, fundingOf());
  const holder = await world.member(5_000);
  const node = { ...world, offers: offersOf(1), isFrozen: async () => false };
  const buy = (rate?: number) =>
    subscribe(node, holder, { product: 'day14', amount: micro(1_000), ...(rate !== undefined && { rate }) }, null);
  const before = await buy(250);
  expect(before).toMatchObject({ dailyRatePpm: 250, interestAtMaturity: usdt(3_500_000n) });
  const asked: Asked = {
    ...closeSecond,
    kind: 'financing',
    item: 'day14',
    open: '1',
    maximum: micro(5_000),
    rate: 300,
  };
  const id = await propose(asked);
  expect((await reviewedProducts(own()).list(200)).at(-1)?.content).toEqual(
    expect.arrayContaining([
      { name: 'rate', value: '300 / 1000000' },
      { name: 'reason', value: 'for a test' },
    ]),
  );
  await decide(id, bert);
  const from = (await stateOf(id))?.effectiveFrom ?? 0;
  expect(await stateOf(id)).toMatchObject({ state: 'made', dailyRatePpm: 300 });
  const coming = { from, dailyRatePpm: 300, minimum: micro(50), maximum: micro(5_000), isOpen: true };
  const listed = async () => (await listProducts(node)).find((one) => one.id === 'day14');
  await expect.poll(async () => (await listed())?.coming).toEqual([coming]);
  expect(await listed()).toMatchObject({ dailyRatePpm: 250 });
  expect((await listProducts(node)).flatMap((one) => (one.id === 'day14' ? [] : one.coming))).toEqual([]);
  await takesEffect(id);
  expect(await listed()).toMatchObject({ dailyRatePpm: 300, coming: [] });
  await expect(buy(250)).rejects.toMatchObject({ code: 'productRateChanged' });
  expect(await buy(300)).toMatchObject({ dailyRatePpm: 300, interestAtMaturity: usdt(4_200_000n) });
  expect((await quoteFinancing(node, { product: 'day14', amount: micro(1_000) })).payoffs.at(-1)?.interest).toBe(
    usdt(4_200_000n),
  );
  const [, old] = await listHoldings(node, holder, null, null);
  expect(old).toMatchObject({ id: before.id, dailyRatePpm: 250, interestAtMaturity: usdt(3_500_000n) });
  expect((await listOffers({ ...own(), ledger: world.ledger, offers: offersOf(0) })).offers).toContainEqual(
    expect.objectContaining({ item: 'day14', dailyRatePpm: 300, shippedDailyRatePpm: 250 }),
  );
});

test('weight bands that two operators approve are shown before they hold, and open and close levels for new plans alone', async () => {
  const member = await world.member(2_000);
  await world.earn(member, 2_100);
  const node = { ...world, offers: offersOf(0) };
  const place = () => placePlan(node, member, { ...someRequest, id: 3, price: micro(200) }, null);
  const before = await place();
  const bands = { level2: 100, level3: 2_500, level4: 5_000, level5: 10_000, reason: 'for a test' };
  for (const wrong of [{ level2: 0 }, { level4: 2_500 }, { level5: 2_000_000 }]) {
    await expect(proposeBands(own(), { ...bands, ...wrong }, anna)).rejects.toMatchObject({ code: 'bandsInvalid' });
  }
  const { id } = await proposeBands(own(), bands, anna);
  expect((await reviewedProducts(own()).list(200)).at(-1)?.content).toContainEqual({ name: 'level-3', value: '2500' });
  await decide(id, bert);
  const from = (await stateOf(id))?.effectiveFrom ?? 0;
  expect(await stateOf(id)).toMatchObject({ kind: 'bands', weightMins: [100, 2_500, 5_000, 10_000] });
  const coming = () => listComingLevels(node).filter((one) => one.from === from);
  await expect
    .poll(() => coming().map(({ level, weightMin }) => [level, weightMin]))
    .toEqual([
      ...[
        [1, 0],
        [2, 100],
        [3, 2_500],
      ],
    ]);
  await takesEffect(id);
  expect(coming()).toEqual([]);
  await expect(place()).rejects.toMatchObject({ code: 'levelLockedByWeight', values: { weight: 2_500 } });
  expect((await findPlan(world.tables, member, before.id))?.level).toBe(3);
  const offered = await listLevels(node, member, 'BTC', 5);
  expect(offered.map(({ weightMin, weightMax }) => [weightMin, weightMax])).toContainEqual([100, 2_499]);
  const deposits = { minimum: micro(100), maximum: micro(500), confirmationsNeeded: 6 };
  const noResults = { coins: 0, starts: 0, lost: 0, coinsMostlyLost: 0 };
  const figures = publishedFigures(world.clock.now(), deposits, noResults, offersOf(1).changes());
  expect([figures.get('level.2.weightMin'), figures.get('level.3.weightMin')]).toEqual([100, 2_500]);
  const { bands: now } = await listOffers({ ...own(), ledger: world.ledger, offers: offersOf(0) });
  expect(now[1]).toEqual({ level: 3, weightMin: 2_500, shippedWeightMin: 2_000 });
});
