import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { openWorld, someRequest, type World } from '#server/features/plans/plan-world.fixture.ts';
import { listOffers } from '#server/features/products/list-offers.ts';
import { listProductChanges } from '#server/features/products/list-product-changes.ts';
import { proposeBands } from '#server/features/products/propose-bands.ts';
import { proposeProductChange } from '#server/features/products/propose-product-change.ts';
import { reviewedProducts } from '#server/features/products/reviewed-products.ts';
import { listComingLevels } from '#server/features/weight/list-coming-levels.ts';
import { fundOnce } from '#server/ledger/fund-once.ts';
import { type Bus, openBus } from '#server/platform/events/bus.ts';
import { silentLog } from '#server/platform/log.ts';
import { offersChangedTopic, openProductOffers, type ProductOffers } from '#server/platform/offers/product-offers.ts';
import { addOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { setProductTime } from './product-time.fixture.ts';

const micro = (units: number) => usdt(BigInt(units) * 1_000_000n);
const [anna, bert] = [owner('anna'), owner('bert')];

let world: World;
let nodes: { readonly offers: ProductOffers; readonly bus: Bus }[];
let wall = 0;
const published: unknown[] = [];
/** By the second node. */
let changesHeard = 0;

beforeAll(async () => {
  world = await openWorld();
  const { pool, url, owner: databaseOwner } = world.database;
  await addOperators(databaseOwner);
  const open = async () => {
    const bus = await openBus(pool, url, silentLog);
    // So long that nothing is read again during a test, unless a message says so.
    return { bus, offers: await openProductOffers({ pool, bus, log: silentLog, readAgainMs: 3_600_000 }) };
  };
  nodes = [await open(), await open()];
  nodes[1]?.bus.subscribe(offersChangedTopic, () => void changesHeard++);
});
afterAll(async () => {
  for (const { bus, offers } of nodes) {
    await offers.close();
    await bus.close();
  }
  await world.close();
});

const offersOf = (place: number) => nodes[place]?.offers ?? expect.fail('no such node');
const own = () => ({
  tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: world.database.pool }) }),
  clock: world.clock,
  wallNow: () => Date.now() + wall,
  operatorEvents: { publish: async (changed: unknown) => void published.push(changed) },
});

type Asked = Parameters<typeof proposeProductChange>[1];

const closeSecond: Asked = {
  ...({ kind: 'level', item: '2', open: '0' } as const),
  ...{ minimum: micro(50), maximum: micro(2_000), reason: 'for a test' },
};

const propose = async (asked: Asked = closeSecond, by = anna) => (await proposeProductChange(own(), asked, by)).id;

async function decide(id: string, by: typeof anna, decision: 'approved' | 'refused' = 'approved') {
  const reviewed = reviewedProducts(own());
  const waiting = (await reviewed.list(200)).find((one) => one.id === `0.${id}`);
  if (!waiting) throw new Error(`${id} does not wait`);
  await setProductTime(world.database.owner, world.clock.now());
  return reviewed.decide({ by, id: waiting.id, hash: waiting.hash, decision, reason: 'seen by two' });
}

const stateOf = async (id: string) => (await listProductChanges(own(), {})).find((one) => one.id === id);

/** Once every node knows it, with the product clock at its moment. */
async function takesEffect(id: string): Promise<void> {
  const at = (await stateOf(id))?.effectiveFrom ?? 0;
  for (const { offers } of nodes) {
    await expect.poll(() => offers.changes().some(({ effectiveFrom }) => effectiveFrom === at)).toBe(true);
  }
  world.clock.advance(Math.max(0, at - world.clock.now()));
}

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

test('a change that is refused, lapsed, other than what was seen, or of one operator, is not made', async () => {
  const refused = await propose();
  expect(await decide(refused, bert, 'refused')).toMatchObject({ status: 'refused' });
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
  const { rows } = await world.database.pool.query(`select act from operator_act where subject = $1 order by id`, [
    `product ${refused}`,
  ]);
  expect(rows.map(({ act }) => act)).toEqual(['productProposed', 'productApproved', 'productRefused']);
});

test('a role that was taken away in the meantime: its approval changes no product, a third operator’s makes it', async () => {
  await world.database.owner.query(`insert into operator (name, role) values ('fay', 'finance')`);
  const id = await propose({ ...closeSecond, item: '4' }, { operator: 'fay', role: 'finance' });
  await world.database.owner.query(`update operator set ended_at = now() where name = 'fay'`);
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
  expect(new Set([id, ...others]).size).toBe(6);
  await decide(id, bert, 'refused');
  const anew = await propose(asked);
  expect([id, ...others]).not.toContain(anew);
  for (const open of [anew, ...others]) await decide(open, owner('carl'), 'refused');
});
