import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectedValue, largestPrize, prizeTable, prizeTableOfDay, tableOf } from '#core/draws/prizes.ts';
import { verifyDraws } from '#core/draws/verify.ts';
import { usdt } from '#core/money/amount.ts';
import { utcDay } from '#core/time/lengths.ts';
import {
  clientSeedFor,
  codeOf,
  type DrawsWorld,
  dayMs,
  openWorld,
} from '#server/features/draws/draws-world.fixture.ts';
import { getDraw } from '#server/features/draws/get-draw.ts';
import { getDrawTranscript } from '#server/features/draws/get-draw-transcript.ts';
import { getEntries } from '#server/features/draws/get-entries.ts';
import { listPrizes } from '#server/features/draws/list-prizes.ts';
import { listWinners } from '#server/features/draws/list-winners.ts';
import { listOffers } from '#server/features/products/list-offers.ts';
import { proposePrizes } from '#server/features/products/propose-prizes.ts';
import { reviewedProducts } from '#server/features/products/reviewed-products.ts';
import { insertDecision } from '#server/platform/approvals/approvals.fixture.ts';
import { type Bus, openBus } from '#server/platform/events/bus.ts';
import { silentLog } from '#server/platform/log.ts';
import { openProductOffers, type ProductOffers } from '#server/platform/offers/product-offers.ts';
import { addOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { faultsIn } from './ledger-faults.fixture.ts';

const [anna, bert] = [owner('anna'), owner('bert')];
const micro = (units: number) => usdt(BigInt(units) * 1_000_000n);

let world: DrawsWorld;
let bus: Bus;
let offers: ProductOffers;
/** Whether the node has heard of nothing, as one that is cut off. */
let isDeaf = false;

beforeAll(async () => {
  world = await openWorld(() => (isDeaf ? [] : offers.prizeTables()));
  const { pool, url } = world.database;
  await addOperators(world.owner);
  bus = await openBus(pool, url, silentLog);
  offers = await openProductOffers({ pool, bus, log: silentLog });
});
afterAll(async () => {
  await offers.close();
  await bus.close();
  await world.close();
});

const own = () => ({
  tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: world.pool }) }),
  ...{ offers, ledger: world.ledger, clock: world.clock, wallNow: Date.now },
  operatorEvents: { publish: async () => undefined },
});

type Asked = Parameters<typeof proposePrizes>[1];

const other: Asked = {
  ...{ first: micro(2_000), firstNumbers: 3, second: micro(200), secondNumbers: 50 },
  ...{ third: micro(20), thirdNumbers: 1_000, fourth: micro(2), fourthNumbers: 300_000 },
  reason: 'for a test',
};
const shares = [
  { amount: other.first, numbers: other.firstNumbers },
  { amount: other.second, numbers: other.secondNumbers },
  { amount: other.third, numbers: other.thirdNumbers },
  { amount: other.fourth, numbers: other.fourthNumbers },
];

const waitingOf = async (id: string) => {
  const waiting = (await reviewedProducts(own()).list(200)).find((one) => one.id === `0.${id}`);
  return waiting ?? expect.fail(`${id} does not wait`);
};

async function approve(id: string): Promise<void> {
  const { id: reference, hash } = await waitingOf(id);
  await reviewedProducts(own()).decide({ by: bert, id: reference, hash, decision: 'approved', reason: 'seen by two' });
}

const heard = (version: number) =>
  expect.poll(() => offers.prizeTables().some((one) => one.version === version)).toBe(true);

const today = () => utcDay(world.clock.now());

/** A member whose first entry of that day wins, and what it wins. */
async function winner(): Promise<{ memberId: bigint; won: Awaited<ReturnType<DrawsWorld['draw']>> }> {
  const memberId = await world.member();
  const username = await world.usernameOf(memberId);
  const seed = clientSeedFor(world.seeds, { day: today(), username, entry: 1, wins: true });
  await world.seed(memberId, seed);
  await world.act(memberId, 'donated');
  return { memberId, won: await world.draw(memberId) };
}

const versionOf = async (id: string) =>
  (await world.pool.query<{ prize_version: number }>('select prize_version from draw where id = $1', [id])).rows[0]
    ?.prize_version;

test('a prize table that two operators approve holds from the next day on; each day pays, shows and proves by its own', async () => {
  const firstDay = today();
  const { id } = await proposePrizes(own(), other, anna);
  const { content } = await waitingOf(id);
  expect(Object.fromEntries(content.map(({ name, value }) => [name, value]))).toMatchObject({
    ...{ product: 'prizes daily', first: '2000.000000 USDT, 3 / 1000000', fourth: '2.000000 USDT, 300000 / 1000000' },
    ...{ expected: '0.636000 USDT', from: new Date((firstDay + 1) * dayMs).toISOString() },
  });
  await approve(id);
  await heard(2);
  const table = tableOf(2, shares);
  const shown = await listPrizes(world);
  expect(shown).toMatchObject({ version: 1, next: { version: 2, from: (firstDay + 1) * dayMs, prizes: table.prizes } });

  expect((await listOffers(own())).prizes).toMatchObject({ version: 1 });

  const before = await winner();
  expect(before.won.amount).toBe(prizeTable.prizes.find((prize) => prize.id === before.won.prize)?.amount);
  expect(await versionOf(before.won.id)).toBe(1);

  await world.moveTo((firstDay + 1) * dayMs);
  expect(await listPrizes(world)).toMatchObject({ ...table, expectedValue: expectedValue(table), next: null });
  expect((await listOffers(own())).prizes).toMatchObject({
    version: 2,
    expectedValue: 636_000n,
    fund: await world.fund(),
  });
  const fund = await world.fund();
  const after = await winner();
  expect(after.won.amount).toBe(table.prizes.find((prize) => prize.id === after.won.prize)?.amount);
  expect(await world.fund()).toBe(fund + expectedValue(table) - after.won.amount);
  expect(await versionOf(after.won.id)).toBe(2);
  expect((await getEntries(world, after.memberId)).prizes).toEqual(table);
  expect((await getDraw(world, before.memberId, before.won.id)).prizes).toEqual(prizeTable);
  const winners = await listWinners(world);
  for (const { won } of [before, after])
    expect(winners).toContainEqual(expect.objectContaining({ id: won.id, amount: won.amount }));

  await world.moveTo((firstDay + 2) * dayMs);
  await world.reveal();
  const transcripts = [
    await getDrawTranscript(world, before.memberId, firstDay),
    await getDrawTranscript(world, after.memberId, firstDay + 1),
  ];
  expect(transcripts.map(({ prizes }) => prizes)).toEqual([prizeTable, table]);
  for (const transcript of transcripts) {
    expect(transcript.entries).toHaveLength(1);
    expect(verifyDraws(transcript)).toEqual({ matches: true, differences: [] });
  }
  expect(await faultsIn(world.pool)).toEqual([]);
});

test('a node that has not heard of the day’s table draws nothing, and draws by it once it has', async () => {
  expect(prizeTableOfDay(offers.prizeTables(), today()).version).toBe(2);
  const memberId = await world.readyMember();
  await world.act(memberId, 'donated');
  isDeaf = true;
  expect(await codeOf(world.draw(memberId))).toBe('serverBusy');
  isDeaf = false;
  expect(await versionOf((await world.draw(memberId)).id)).toBe(2);
});

test('while the fund does not cover the largest prize of the day’s table the draw is closed', async () => {
  const before = await world.fund();
  const memberId = await world.readyMember();
  await world.act(memberId, 'donated');
  const largest = largestPrize(prizeTableOfDay(offers.prizeTables(), today()));
  await world.setFund(usdt(largest - 1n));
  expect(await codeOf(world.draw(memberId))).toBe('drawClosed');
  expect((await listPrizes(world)).isOpen).toBe(false);
  await world.setFund(largest);
  expect(await codeOf(world.draw(memberId))).toBe('done');
  await world.setFund(before);
});

test('tables of one moment are numbered one after another, the newest holds, and a later moment is kept', async () => {
  const later = (today() + 3) * dayMs - 1;
  const ids = [];
  for (const amount of [3_000, 4_000])
    ids.push((await proposePrizes(own(), { ...other, first: micro(amount), from: String(later) }, anna)).id);
  await Promise.all(ids.map(approve));
  await heard(4);
  expect(offers.prizeTables().map(({ version }) => version)).toEqual([2, 3, 4]);
  const versions = [1, 2, 3].map((days) => prizeTableOfDay(offers.prizeTables(), today() + days).version);
  expect(versions).toEqual([2, 2, 4]);
  await world.moveTo(later + 1);
  expect(await versionOf((await winner()).won.id)).toBe(4);
});

test('a table that was asked for before midnight and approved after it leaves the day that has begun as it is', async () => {
  const { id } = await proposePrizes(own(), other, anna);
  await world.moveTo((today() + 1) * dayMs + 60_000);
  await approve(id);
  await heard(5);
  expect([0, 1].map((days) => prizeTableOfDay(offers.prizeTables(), today() + days).version)).toEqual([4, 5]);
  expect(await versionOf((await winner()).won.id)).toBe(4);
});

test('the database makes no change that was asked for a day ago, however far behind a node’s clock is', async () => {
  const { id } = await proposePrizes(own(), other, anna);
  await world.owner.query(
    `insert into product_request
     select (jsonb_populate_record(asked, jsonb_build_object('id', $2::text, 'asked_at', now() - interval '25 hours'))).*
     from product_request as asked where id = $1`,
    [id, `${id}D`],
  );
  const behind = reviewedProducts({ ...own(), wallNow: () => Date.now() - 2 * 3_600_000 });
  const { id: reference, hash } =
    (await behind.list(200)).find((one) => one.id === `0.${id}D`) ?? expect.fail('the request does not wait');
  const decide = (by: typeof anna) =>
    behind.decide({ by, id: reference, hash, decision: 'approved', reason: 'seen by two' });
  await decide(anna);
  await expect(decide(bert)).rejects.toThrow('more than a day ago');
});

test('a table that may not be, one operator alone, and rows past the rules are refused', async () => {
  for (const wrong of [
    { first: micro(200) },
    { first: micro(100_001) },
    { fourth: usdt(1_500_000n) },
    { fourthNumbers: 999_000 },
    { secondNumbers: 3 },
    { firstNumbers: 0 },
  ]) {
    await expect(proposePrizes(own(), { ...other, ...wrong }, anna)).rejects.toMatchObject({ code: 'prizesInvalid' });
  }
  const { id } = await proposePrizes(own(), other, anna);
  const change = sql`insert into product_change (request_id, effective_from) values (${id}, now())`;
  await expect(change.execute(own().tables)).rejects.toThrow('the approvals of two operators');
  // Nor is it enough that the approval itself was opened for one.
  const forged = `${id}F`;
  await world.owner.query(
    `insert into product_request
     select (jsonb_populate_record(asked, jsonb_build_object('id', $2::text))).* from product_request as asked where id = $1`,
    [id, forged],
  );
  const opened = sql`insert into approval (kind, reference, subject_hash, needed, opened_at)
    values ('product', ${`0.${forged}`}, sha256('forged'), 1, now())`;
  await opened.execute(own().tables);
  await insertDecision(world.owner, 'product', `0.${forged}`, 'anna');
  const changedByOne = sql`insert into product_change (request_id, effective_from) values (${forged}, now())`;
  await expect(changedByOne.execute(own().tables)).rejects.toThrow('the approvals of two operators');
  const { hash } = await waitingOf(id);
  const alone = { by: anna, id: `0.${id}`, hash, decision: 'approved', reason: 'seen by one' } as const;
  await expect(reviewedProducts(own()).decide(alone)).rejects.toMatchObject({ code: 'approvalOwn' });
  await expect(world.owner.query('update product_change set version = 9')).rejects.toThrow('never changed');
});
