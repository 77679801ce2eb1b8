import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DonorName } from '#contract/donations.ts';
import { type DonationTier, donationTiers } from '#core/donations/tiers.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { points } from '#core/money/amount.ts';
import { faultsOf } from '#server/ledger/ledger.fixture.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { openLedgerReader } from '#server/ledger/ledger-reader.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { randomFrom } from '#server/test/random.fixture.ts';
import { donate } from './donate.ts';
import { getGiving } from './get-giving.ts';

let database: TestDatabase;
const clock = createTestClock(Date.UTC(2026, 0, 1));
let nodes: {
  pool: TestDatabase['pool'];
  tables: Kysely<unknown>;
  ledger: ReturnType<typeof openLedger>;
  clock: typeof clock;
}[];

beforeAll(async () => {
  database = await createTestDatabase();
  await allowMadeUpPoints(database);
  const { pool } = database;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  nodes = [0, 1].map(() => ({ pool, tables, ledger: openLedger({ pool, clock }), clock }));
});
afterAll(async () => {
  await Promise.all(nodes.map(({ ledger }) => ledger.close()));
  await database.drop();
});

const node = (place = 0) => nodes[place % 2] as (typeof nodes)[number];
let funded = 0;

async function memberWith(count: number): Promise<bigint> {
  const memberId = await insertMember(database);
  if (count > 0) {
    await node().ledger.submit({
      key: `test:${++funded}`,
      inputHash: '0'.repeat(64),
      kind: 'checkedIn',
      reference: 'test',
      postings: [
        {
          from: houseAccount('sponsorPoints', memberId),
          to: memberAccount(memberId, 'assistance'),
          amount: points(BigInt(count)),
        },
      ],
    });
  }
  return memberId;
}

/** 1, or the code of the refusal. */
const give = (memberId: bigint, tier: DonationTier, key: string | null = null, place = 0, name?: DonorName) =>
  donate(node(place), memberId, { tier, ...(name && { name }) }, key).catch(
    (error: { code?: string }) => error.code ?? String(error),
  );

const left = async (memberId: bigint) => (await node().ledger.balancesOf(memberId))?.assistance;

test('each tier moves its points, without points or with too few nothing moves, and each refusal names its reason', async () => {
  const memberId = await memberWith(270);
  expect(await give(await memberWith(0), 1)).toBe('nothingToDonate');
  expect(await give(await memberWith(1), 1)).toBe('donationTooLarge');
  expect([await give(memberId, 1), await give(memberId, 2), await give(memberId, 3)]).toEqual([1, 1, 1]);
  expect(await left(memberId)).toBe(10n);
  await expect(donate(node(), memberId, { tier: 2 }, null)).rejects.toMatchObject({
    code: 'donationTooLarge',
    values: { available: 10, needed: 50 },
  });
  expect(await left(memberId)).toBe(10n);
});

test('the same key donates once, on both nodes and however often; with another tier it is refused', async () => {
  const memberId = await memberWith(500);
  const results = await Promise.all(Array.from({ length: 40 }, (_, tap) => give(memberId, 2, 'one-and-the-same', tap)));
  expect(new Set(results)).toEqual(new Set([1]));
  expect(await left(memberId)).toBe(450n);
  expect(await give(memberId, 1, 'one-and-the-same')).toBe('idempotencyKeyReused');
  expect(await give(memberId, 2, 'one-and-the-same', 0, 'hidden')).toBe('idempotencyKeyReused');
  // Another member's phone may have made the same key.
  const other = await memberWith(500);
  expect([await give(other, 2, 'one-and-the-same'), await left(other)]).toEqual([1, 450n]);
  // Even where there is nothing left.
  await give(memberId, 3);
  await give(memberId, 3);
  await give(memberId, 2);
  expect([await left(memberId), await give(memberId, 2, 'one-and-the-same')]).toEqual([0n, 1]);
});

test('a hundred donations at once give no point twice', async () => {
  const memberId = await memberWith(333);
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, tap) => give(memberId, 1, `tap-${tap}-of-100`, tap)),
  );
  expect(results.filter((result) => result === 1)).toHaveLength(33);
  expect(results.filter((result) => result === 'donationTooLarge')).toHaveLength(67);
  expect(await left(memberId)).toBe(3n);
  expect(await faultsOf(database)).toEqual([]);
});

test('received is disbursed and unspent together, and what members gave; donors are named as they chose', async () => {
  const [open, hidden] = [await memberWith(100), await memberWith(100)];
  clock.advance(1_000);
  await give(open, 1);
  clock.advance(1_000);
  await give(hidden, 2, null, 1, 'hidden');
  const { points: columns, usdt, donors } = await getGiving(node());
  const { rows } = await database.pool.query<{ given: bigint }>('select sum(points)::bigint as given from donation');
  expect(columns).toEqual({ received: rows[0]?.given, disbursed: 0n, unspent: rows[0]?.given });
  expect(usdt).toEqual({ received: 0n, disbursed: 0n, unspent: 0n });
  expect(donors[0]).toEqual({ name: null, points: 50, at: clock.now() });
  expect(donors[1]).toMatchObject({ name: expect.stringMatching(/^m.\*\*\*..$/), points: 10, at: clock.now() - 1_000 });
});

test('received is counted apart: points that are taken out of the charity past the books leave it as it was', async () => {
  await give(await memberWith(10), 1);
  const before = (await getGiving(node())).points;
  expect(before.received).toBe(points(before.disbursed + before.unspent));
  const client = await database.owner.connect();
  try {
    await client.query('begin');
    await client.query('alter table ledger.balances disable trigger user');
    await client.query('update ledger.balances set balance = balance - 7 where account_id = -23');
    const { points: after } = await getGiving({ ...node(), ledger: openLedgerReader(client as never) });
    expect(after).toEqual({ ...before, unspent: points(before.unspent - 7n) });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('random donations of several members agree with a plain model', async () => {
  const random = randomFrom(7);
  const model = new Map<bigint, number>();
  for (let count = 0; count < 5; count++) model.set(await memberWith(400), 400);
  const members = [...model.keys()];
  for (let step = 0; step < 120; step++) {
    const memberId = random.of(members);
    const tier = random.of(donationTiers);
    const [has, takes] = [model.get(memberId) ?? 0, [0, 10, 50, 200][tier] ?? 0];
    const expected = takes <= has ? 1 : has === 0 ? 'nothingToDonate' : 'donationTooLarge';
    expect(await give(memberId, tier, null, step)).toBe(expected);
    if (expected === 1) model.set(memberId, has - takes);
  }
  for (const [memberId, count] of model) expect(await left(memberId)).toBe(BigInt(count));
  expect((await getGiving(node())).donors).toHaveLength(20);
});

test('a donation is never changed or removed', async () => {
  await expect(database.owner.query(`update donation set name = 'masked'`)).rejects.toThrow(/never/);
  await expect(database.owner.query('delete from donation')).rejects.toThrow(/never/);
});
