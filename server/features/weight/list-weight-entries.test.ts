import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWeightEntries as operation } from '#contract/weight.ts';
import { type RewardKind, rewards } from '#core/rewards/rules.ts';
import { activationPoints } from '#core/weight/rules.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { listWeightEntries } from './list-weight-entries.ts';
import { openWeight } from './weight-feature.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await allowMadeUpPoints(database);
  await earn(1n, 'withdrawalPasswordSet', 'first', '2026-01-01T00:00:00Z');
  await earn(1n, 'depositConfirmed', 'DEPOSIT1', '2026-01-02T00:00:00Z');
  // Plans that settle in the same moment are the rule, not the exception.
  for (let count = 0; count < 50; count++) await settle(1n, `PLAN${1000 + count}`, '2026-01-03T00:00:00Z');
  await earn(2n, 'cardBound', 'first', '2026-01-04T00:00:00Z');
});

afterAll(() => database.drop());

async function earn(memberId: bigint, kind: RewardKind, reference: string, at: string): Promise<void> {
  await database.pool.query(
    `insert into weight_entry (member_id, kind, reference, points, rule_version, earned_at) values ($1, $2, $3, $4, 1, $5)`,
    [memberId, kind, reference, rewards[kind].weight, at],
  );
}

/** A settled plan's row is its entry; those settled before the migration that made it so have one of their own. */
async function settle(memberId: bigint, id: string, at: string): Promise<void> {
  if (Number(id.slice(-1)) < 5) return await earn(memberId, 'planSettled', id, at);
  await database.owner.query(
    `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at, income, settled_at, weight, weight_rule)
     values ($1, $2, 1, 1, 1, 1, $3, 0, $3, $4, 1)`,
    [memberId, id, at, rewards.planSettled.weight],
  );
}

test('a score activates the account from its hundred points on, and none does not', async () => {
  const { isActivated } = openWeight({ pool: database.pool, clock: { now: () => 0 }, offers: { changes: () => [] } });
  await earn(5n, 'depositConfirmed', 'DEPOSIT1', '2026-01-02T00:00:00Z');
  expect(rewards.depositConfirmed.weight).toBe(activationPoints);
  expect([await isActivated(5n), await isActivated(2n), await isActivated(4n)]).toEqual([true, false, false]);
});

test('the pages together are every entry once, and each adds up to the score', async () => {
  const pages = [];
  let before: string | null = null;
  for (;;) {
    const { score, entries }: Awaited<ReturnType<typeof listWeightEntries>> = await listWeightEntries(
      database.pool,
      1n,
      before,
    );
    expect(score).toBe(630);
    if (entries.length === 0) break;
    pages.push(entries);
    before = entries.at(-1)?.id ?? null;
  }
  const entries = pages.flat();
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 12]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(52);
  expect(entries.reduce((total, { points }) => total + points, 0)).toBe(630);
  expect(entries[0]?.score).toBe(630);
  for (const [place, { score, points }] of entries.entries()) {
    expect(score - points).toBe(entries[place + 1]?.score ?? 0);
  }
});

test('nobody’s list begins at an entry of another member, or at none', async () => {
  await expect(listWeightEntries(database.pool, 1n, 'cardBound.first')).rejects.toMatchObject({
    code: 'weightEntryUnknown',
  });
  expect(await listWeightEntries(database.pool, 2n, null)).toMatchObject({ score: 30, entries: [{ points: 30 }] });
  expect(await listWeightEntries(database.pool, 3n, null)).toEqual({ score: 0, entries: [] });
  await expect(listWeightEntries(database.pool, 3n, 'planSettled.PLAN1000')).rejects.toMatchObject({
    code: 'weightEntryUnknown',
  });
});

test('each cause earns once, and what was earned is never changed', async () => {
  await expect(earn(2n, 'cardBound', 'first', '2026-01-05T00:00:00Z')).rejects.toThrow(/duplicate key/);
  await expect(database.owner.query('update weight_entry set points = 31 where member_id = 2')).rejects.toThrow(
    /never/,
  );
  await expect(database.owner.query('delete from weight_entry where member_id = 2')).rejects.toThrow(/never/);
});

test('the next page can be asked for after an entry of any kind', async () => {
  const references = { checkedIn: '2026-01-06', redEnvelope: '001', cardBound: 'first', depositConfirmed: 'DEPOSIT4' };
  for (const [kind, reference] of Object.entries(references))
    await earn(4n, kind as RewardKind, reference, '2026-01-06T00:00:00Z');
  const { entries } = await listWeightEntries(database.pool, 4n, null);
  expect(entries).toHaveLength(4);
  for (const { id } of entries) expect(operation.input.parse({ before: id })).toEqual({ before: id });
});
