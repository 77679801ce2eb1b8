import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainDays, dayKeysOf } from '#core/fairness/day-seeds.ts';
import { isDrandSigned } from '#core/fairness/drand.ts';
import { verifyDay } from '#core/fairness/verify-day.ts';
import { tipFrom, tipOf } from '#core/proofs/seed-chain.ts';
import { roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import { getDayTranscript } from './get-day-transcript.ts';
import { getFairness } from './get-fairness.ts';
import { listFairDays } from './list-fair-days.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';
import { openChain, roundSeedsPlace } from './seed-chains.ts';

let world: RoundsWorld;
let firstDay: number;

beforeAll(async () => {
  world = await openWorld();
  firstDay = world.seeds.firstDay;
});
afterAll(() => world.close());

/** Noon of a day. */
const at = (day: number) => timesOf(day * roundsPerDay + 144).opensAt;
const chainsOf = async () => (await getFairness(world, null)).chains;
const insert = (number: number, first: number, on: Pick<pg.ClientBase, 'query'> = world.database.owner) =>
  on.query(
    `insert into fairness_chain (number, first_day, days, commitment, sealed_seed, published_at)
     values ($1, $2, 10, repeat('a', 64), '', now())`,
    [number, first],
  );

test('the next chain is committed to a month before it begins, once, and every node draws with it from its first day on', async () => {
  const begins = firstDay + chainDays.used;
  await world.moveTo(at(begins - chainDays.publishedBefore - 1));
  await world.run();
  expect((await chainsOf()).map(({ number }) => number)).toEqual([1]);
  const [other, twice] = [await world.openNode(), await world.openNode()];
  await world.moveTo(at(begins - chainDays.publishedBefore));
  await Promise.all([world.run(), other.run()]);
  // A node that starts looks from two places at once.
  await Promise.all([twice.seeds.renew(firstDay), twice.seeds.renew(firstDay)]);
  expect(twice.seeds.chains().map(({ number }) => number)).toEqual([1, 2]);
  const [next, first, ...none] = await chainsOf();
  expect(none).toEqual([]);
  expect(next).toMatchObject({ number: 2, firstDay: begins });
  expect(next?.publishedAt).toBeLessThan(at(begins - chainDays.publishedBefore + 1));
  expect(first).toMatchObject({ number: 1, firstDay });
  expect(other.seeds.ofDay(begins).tip).toBe(world.seeds.ofDay(begins).tip);
  expect(tipFrom(Buffer.from(world.seeds.keyOf(begins), 'hex'), 0)).toBe(next?.commitment);

  // The day before belongs to the first chain still.
  await world.moveTo(at(begins - 1));
  await world.run();
  await world.moveTo(at(begins));
  await world.run();
  const days = await listFairDays(world, null);
  expect(days.find(({ day }) => day === begins)).toMatchObject({ chain: 2, tip: world.seeds.ofDay(begins).tip });
  expect(days.find(({ day }) => day === begins - 1)).toMatchObject({ chain: 1 });
});

test('the transcript of a day names its chain, and its key leads to that one’s commitment', async () => {
  const begins = firstDay + chainDays.used;
  for (const day of [begins + 1, begins + 2]) {
    await world.moveTo(timesOf(day * roundsPerDay).closesAt);
    await world.run();
    await world.moveTo(timesOf(day * roundsPerDay).resultAt);
    await world.run();
  }
  const [next, first] = await chainsOf();
  const transcript = await getDayTranscript(world, begins);
  expect(transcript).toMatchObject({ chain: 2, firstDay: begins, commitment: next?.commitment });
  expect(verifyDay(transcript, isDrandSigned)).toMatchObject({ matches: true, differences: [] });
  const before = await getDayTranscript(world, begins - 1);
  expect(before).not.toHaveProperty('chain');
  expect(before).toMatchObject({ firstDay, commitment: first?.commitment });
  expect(verifyDay(before, isDrandSigned)).toMatchObject({ matches: true, differences: [] });
  // A node that starts now has both.
  const restarted = await world.openNode();
  expect(await getDayTranscript(restarted, begins)).toEqual(transcript);
});

test('the database takes no chain that is published too late, out of turn, or for a day that another has committed to', async () => {
  const [newest] = await chainsOf();
  const number = (newest?.number ?? 0) + 1;
  const today = Math.floor(world.clock.now() / 86_400_000);
  const refused = 'does not follow like this';
  await expect(insert(number, today + 6), 'within a week').rejects.toThrow(refused);
  await expect(insert(number + 1, today + 30), 'one was left out').rejects.toThrow(refused);
  await expect(insert(1, today + 30), 'another first one').rejects.toThrow('duplicate key');
  await expect(insert(number, newest?.firstDay ?? 0), 'from the same day on').rejects.toThrow(refused);
  await insert(number, today + 35);
  await expect(insert(number + 1, today + 20), 'before the one before it').rejects.toThrow(refused);
  await world.database.owner.query(`insert into fairness_day values ($1, repeat('0', 64), repeat('0', 64), now())`, [
    today + 40,
  ]);
  await expect(insert(number + 1, today + 40), 'on a published day').rejects.toThrow(refused);
  await insert(number + 1, today + 41);
  // Nor another first one than the first, where there is none.
  const client = await world.database.owner.connect();
  await client.query('begin');
  await client.query('alter table fairness_chain disable trigger user');
  await client.query('delete from fairness_chain');
  await client.query('alter table fairness_chain enable trigger user');
  await expect(insert(2, today + 30, client), 'a second one without a first').rejects.toThrow(refused);
  await client.query('rollback');
  client.release();
});

test('a chain begins a week after it is published as long as the one before has keys, and two days after once it has none', async () => {
  const { rows } = await world.database.owner.query<{ number: number; ends_on: number }>(
    'select number, first_day + days as ends_on from fairness_chain order by number desc limit 1',
  );
  const [number, endsOn] = [(rows[0]?.number ?? 0) + 1, rows[0]?.ends_on ?? 0];
  const refused = 'does not follow like this';
  await world.moveTo(at(endsOn - 3));
  await expect(insert(number, endsOn - 1), 'while the last key is left').rejects.toThrow(refused);
  await expect(insert(number, endsOn - 2), 'on the next day').rejects.toThrow(refused);
  // The owner's transaction is undone, so that the same chain can be tried later.
  const client = await world.database.owner.connect();
  await client.query('begin');
  await insert(number, endsOn, client);
  await client.query('rollback');
  client.release();
  await world.moveTo(at(endsOn + 3));
  await expect(insert(number, endsOn + 4), 'on the next day').rejects.toThrow(refused);
  await insert(number, endsOn + 5);
});

test('after a downtime beyond the end of a chain the days to come have seeds still', async () => {
  const late = await openWorld();
  const begins = late.seeds.firstDay + chainDays.used;
  await late.moveTo(at(begins + 5));
  await late.run();
  const { chains, days } = await getFairness(late, null);
  expect(chains[0]).toMatchObject({ number: 2, firstDay: begins + 5 + 8 });
  expect(days[0]).toMatchObject({ day: begins + 6, chain: 1 });
  await late.close();
});

const lose = (node: RoundsWorld, chain: number) =>
  node.database.owner.query(
    `alter table fairness_chain disable trigger user; delete from fairness_chain where number = ${chain};
     alter table fairness_chain enable trigger user`,
  );

test('while the first chain is lost and drawn anew, the day of the installation can be read', async () => {
  const node = await openWorld();
  const [before] = node.seeds.chains();
  await lose(node, 1);
  const moments = new Set<number>();
  let isOver = false;
  const renewing = node.seeds.renew(node.seeds.firstDay).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    moments.add(node.seeds.firstDay);
    await turn();
  }
  await renewing;
  expect([...moments]).toEqual([before?.firstDay]);
  expect(node.seeds.chains()).toMatchObject([{ number: 1, firstDay: before?.firstDay }]);
  expect(node.seeds.chains()[0]?.commitment).not.toBe(before?.commitment);
  await node.close();
});

test('a chain that a promoted server lacks is forgotten, and every node draws with the one that took its number', async () => {
  const node = await openWorld();
  const begins = node.seeds.firstDay + chainDays.used;
  const today = begins - chainDays.publishedBefore;
  await node.moveTo(at(today));
  await node.run();
  const tips = [node.seeds.ofDay(begins).tip];
  await lose(node, 2);
  const other = await node.openNode();
  await other.seeds.renew(today);
  await node.seeds.renew(today);
  const [own, others] = [node, other].map(({ seeds }) => seeds.chains().map(({ commitment }) => commitment));
  expect(own).toEqual(others);
  tips.push(node.seeds.ofDay(begins).tip);
  expect(tips[1]).toBe(other.seeds.ofDay(begins).tip);
  // Where no other node has drawn one, this one does.
  await lose(node, 2);
  await node.seeds.renew(today);
  await other.seeds.renew(today);
  tips.push(node.seeds.ofDay(begins).tip);
  expect(tips[2]).toBe(other.seeds.ofDay(begins).tip);
  expect(new Set(tips).size).toBe(3);
  await node.close();
});

test('a stored seed that leads to another commitment than the published one is not drawn with', () => {
  const seal = createSecretSeal(Buffer.alloc(32, 7));
  const [own, other] = [1, 2].map((byte) => Buffer.alloc(32, byte));
  const rowWith = (seed: Buffer = Buffer.alloc(0)) => ({
    ...{ number: 7, firstDay: 20_000, days: 3, publishedAt: new Date(0) },
    commitment: tipOf(dayKeysOf(own ?? seed, 3)),
    sealedSeed: seal.seal(seed.toString('hex'), roundSeedsPlace),
  });
  expect(openChain(seal, rowWith(own))).toMatchObject({ number: 7, firstDay: 20_000, days: 3 });
  expect(() => openChain(seal, rowWith(other))).toThrow('chain 7 is not the one that was published');
});
