import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, firstMemberId, type TestDatabase } from '#server/platform/database/test-database.ts';
import { countPlatform, readPlatformCount } from './platform-count.ts';

const now = Date.UTC(2026, 0, 2);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
     select 'member' || lpad(n::text, 4, '0'), '$argon2id$x', 'en', 'CODE' || lpad(n::text, 4, '0'), sha256(n::text::bytea), now()
     from generate_series(1, 20) as n;
     insert into plan_group (coin, starts_at, engine, strategy, "interval", rounds, leverage, maximum_profit, maximum_loss, fee_rate, market, market_hash)
     values ('ETH', now(), 1, 'trend-1', '5m', 12, 3, 0.05, 0.03, 0.0002, '', encode(sha256(''), 'hex')), ('BTC', now(), 1, 'trend-1', '5m', 12, 5, 0.05, 0.03, 0.0002, '', encode(sha256(''), 'hex'))`,
  );
});

beforeEach(() => database.owner.query('delete from platform_count'));

afterAll(() => database.drop());

interface Placed {
  readonly member: number;
  readonly group: number;
  readonly amount: bigint;
  readonly income: bigint | null;
  /** Milliseconds before `now`. */
  readonly settledAgo: number;
}

/** Plans as a plain list, written to the database and judged by the test's own arithmetic. */
const plans: readonly Placed[] = Array.from({ length: 200 }, (_, index) => ({
  member: (index % 20) + 1,
  group: (index % 2) + 1,
  amount: 100_000_000n + BigInt(index),
  income: index % 5 === 0 ? null : ([0n, 2_500_001n, -1_750_003n, -1n, 7n][index % 3] ?? 0n),
  settledAgo: (index * 7_919) % 3_600_000,
}));

async function placeAll(): Promise<void> {
  const rows = plans.map(({ member, group, amount, income, settledAgo }, index) => ({
    member_id: (firstMemberId + BigInt(member) - 1n).toString(),
    id: `PLAN${String(index).padStart(4, '0')}`,
    group_id: group,
    amount: amount.toString(),
    income: income?.toString() ?? null,
    settled_at: income === null ? null : new Date(now - settledAgo),
  }));
  await database.owner.query(
    `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at, income, settled_at)
     select member_id, id, group_id, 1, amount, amount, now(), income, settled_at from json_to_recordset($1)
       as p (member_id bigint, id text, group_id bigint, amount bigint, income bigint, settled_at timestamptz)`,
    [JSON.stringify(rows)],
  );
}

const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);

test('before the first count there is none, and an empty platform counts nothing but its members', async () => {
  expect(await readPlatformCount(database.pool)).toBeNull();
  expect(await countPlatform(database.pool, now)).toBe(true);
  expect(await readPlatformCount(database.pool)).toEqual({
    platform: {
      countedAt: now,
      members: 20,
      plansPlaced: 0,
      plansSettled: 0,
      plansVoid: 0,
      plansWon: 0,
      volume: 0n,
      incomePaid: 0n,
      lossesTaken: 0n,
    },
    settled: [],
  });
});

test('the counts are those of all plans, to the micro-USDT', async () => {
  await placeAll();
  await countPlatform(database.pool, now);
  const incomes = plans.flatMap(({ income }) => income ?? []);
  expect((await readPlatformCount(database.pool))?.platform).toEqual({
    countedAt: now,
    members: 20,
    plansPlaced: 200,
    plansSettled: incomes.length,
    plansVoid: 0,
    plansWon: incomes.filter((income) => income > 0n).length,
    volume: total(plans.map(({ amount }) => amount)),
    incomePaid: total(incomes.filter((income) => income > 0n)),
    lossesTaken: -total(incomes.filter((income) => income < 0n)),
  });
});

test('void plans are counted apart: they are no results, and the ticker has none', async () => {
  const { owner } = database;
  const count = async () => {
    await owner.query('delete from platform_count');
    await countPlatform(database.pool, now);
    return await readPlatformCount(database.pool);
  };
  const before = await count();
  await owner.query(
    `insert into plan_group (coin, starts_at, engine, strategy, "interval", rounds, leverage, maximum_profit, maximum_loss, fee_rate, market, market_hash)
     select coin, starts_at - interval '30 days', engine, strategy, "interval", rounds, leverage, maximum_profit, maximum_loss, fee_rate, market, market_hash
     from plan_group where id = 1;
     insert into plan_candles (hash, candles) values (encode(sha256(''), 'hex'), '');
     alter table plan_outcome disable trigger user;
     insert into plan_outcome (group_id, result, results, "end", shortfall, candles_hash, settled_at)
     select max(id), 0, '{}', 'void', 0, encode(sha256(''), 'hex'), now() from plan_group;`,
  );
  const { rowCount } = await owner.query(
    `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at, income, settled_at)
     select member_id, 'VOID' || row_number() over (), (select max(id) from plan_group), level, amount, at_risk, placed_at, 0, $1
     from plan limit 7`,
    [new Date(now + 1)],
  );
  expect(rowCount).toBe(7);
  const after = await count();
  expect(after?.platform).toMatchObject({
    plansVoid: 7,
    plansSettled: before?.platform.plansSettled,
    plansPlaced: (before?.platform.plansPlaced ?? 0) + 7,
  });
  expect(after?.settled).toEqual(before?.settled);
  await owner.query(`delete from platform_count`);
});

test('the ticker is the newest settled plans, wins and losses as they came, with masked names', async () => {
  await countPlatform(database.pool, now);
  const expected = plans
    .filter(({ income }) => income !== null)
    .toSorted((one, other) => one.settledAgo - other.settledAgo)
    .slice(0, 30)
    .map(({ member, group, amount, income, settledAgo }) => ({
      name: `me***${String(member).padStart(4, '0').slice(-2)}`,
      coin: group === 1 ? 'ETH' : 'BTC',
      leverage: group === 1 ? 3 : 5,
      amount,
      income,
      settledAt: now - settledAgo,
    }));
  const ticker = (await readPlatformCount(database.pool))?.settled;
  expect(ticker).toEqual(expected);
  expect(ticker?.some(({ income }) => income > 0n)).toBe(true);
  expect(ticker?.some(({ income }) => income < 0n)).toBe(true);
  const { rows } = await database.pool.query<{ text: string }>('select settled::text as text from platform_count');
  expect(rows[0]?.text).not.toMatch(/member\d/);
});

test('of nodes that count at once one does, and none again until the count has rested', async () => {
  const counted = await Promise.all([1, 2, 3, 4].map(() => countPlatform(database.pool, now)));
  expect(counted.filter((one) => one)).toHaveLength(1);
  expect(await countPlatform(database.pool, now)).toBe(false);
  await database.owner.query(`update platform_count set measured_at = measured_at - interval '11 seconds'`);
  expect(await countPlatform(database.pool, now + 11_000)).toBe(true);
  expect((await readPlatformCount(database.pool))?.platform.countedAt).toBe(now + 11_000);
  // Not even a count by hand has more plans that ended than were placed.
  const ending = (more: number) =>
    database.owner.query('update platform_count set plans_void = plans_placed - plans_settled + $1', [more]);
  await expect(ending(1)).rejects.toThrow('platform_count');
  expect((await ending(0)).rowCount).toBe(1);
});

test('a count that took long rests fifty times as long', async () => {
  await countPlatform(database.pool, now);
  const rested = `update platform_count set took_ms = 2000, measured_at = clock_timestamp() - $1::interval`;
  await database.pool.query(rested, ['99 seconds']);
  expect(await countPlatform(database.pool, now)).toBe(false);
  await database.pool.query(rested, ['101 seconds']);
  expect(await countPlatform(database.pool, now)).toBe(true);
});

test('a member who deleted the account is not counted', async () => {
  await database.owner.query('insert into member_deletion (member_id) values ($1)', [firstMemberId + 19n]);
  await countPlatform(database.pool, now);
  expect((await readPlatformCount(database.pool))?.platform.members).toBe(19);
});
