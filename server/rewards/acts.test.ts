import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInPoints, weekdayOf } from '#core/check-in/week.ts';
import { type DayKey, dayAfter, startOfDay } from '#core/time/member-day.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { leastPublicId } from '#server/platform/public-id.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { type ActSpan, actsOf, firstActs, recordAct } from './acts.ts';

const zone = 'America/Havana';
const day = '2026-11-01';
/** A day of 25 hours. */
const [start, end] = [startOfDay(day, zone), startOfDay('2026-11-02', zone)];

let database: TestDatabase;
let member: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  await allowMadeUpPoints(database);
  member = await insertMember(database, zone);
});
afterAll(() => database.drop());

async function plan(memberId: bigint, placedAt: number, settledAt: number | null = null): Promise<string> {
  const id = leastPublicId(placedAt);
  await database.owner.query(
    `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at, income, settled_at)
     values ($1, $2, 1, 1, 5, 1, $3, $4, $5)`,
    [memberId, id, new Date(placedAt), settledAt === null ? null : 1, settledAt === null ? null : new Date(settledAt)],
  );
  return id;
}

async function donation(memberId: bigint, madeAt: number, donatedAt: number): Promise<string> {
  const id = leastPublicId(madeAt);
  await database.pool.query(`insert into donation values ($1, $2, 10, 'masked', $3)`, [
    memberId,
    id,
    new Date(donatedAt),
  ]);
  return id;
}

const checkIn = (memberId: bigint, on: DayKey, at: number) =>
  database.pool.query(`insert into check_in values ($1, $2::date, $3, $5, $4, start_of_day($2::date + 1, $3))`, [
    memberId,
    on,
    zone,
    new Date(at),
    checkInPoints[weekdayOf(on)],
  ]);

test('a day has what happened from its first moment to its last, from every table that records it, and nothing of another member', async () => {
  const other = await insertMember(database, zone);
  // At the last moment of the day before, and the first one of the day after.
  await plan(member, start - 5, start - 1);
  await donation(member, start - 4, start - 1);
  await checkIn(member, dayAfter(day, -1), start - 1);
  await donation(member, end - 3, end);
  const before = await plan(member, start - 1, start);
  const first = await plan(member, start);
  const last = await plan(member, end - 1, end);
  await plan(member, end);
  await plan(other, start + 1);
  const late = await donation(member, start - 2, start + 2);
  await checkIn(member, day, start + 3);
  const act = (kind: 'helpRead' | 'resultVerified', subject: string, at: number) =>
    recordAct(database.pool, { memberId: member, kind, subject, at: new Date(at) });
  await act('helpRead', '010-start.2026-11-01', end - 2);
  await act('resultVerified', `plan.${before}`, start + 4);
  await act('resultVerified', 'round.7', end);
  const acts = await actsOf(database.pool, member, day);
  expect(acts.map(({ kind, subject, at }) => [kind, subject, at.getTime() - start])).toEqual([
    ['planPlaced', first, 0],
    ['planSettled', before, 0],
    ['donated', late, 2],
    ['checkedIn', day, 3],
    ['resultVerified', `plan.${before}`, 4],
    ['helpRead', '010-start.2026-11-01', end - start - 2],
    ['planPlaced', last, end - start - 1],
  ]);
  expect((await actsOf(database.pool, other, day)).map(({ kind }) => kind)).toEqual(['planPlaced']);
  expect((await actsOf(database.pool, member, dayAfter(day))).map(({ kind }) => kind)).toEqual([
    'donated',
    'planPlaced',
    'planSettled',
    'resultVerified',
  ]);
});

test('the same act is recorded once, by however many at once, and never changed', async () => {
  const one = await insertMember(database);
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, count) =>
      recordAct(database.pool, {
        memberId: one,
        kind: 'resultVerified',
        subject: 'round.8',
        at: new Date(start + count),
      }),
    ),
  );
  expect(results.filter(Boolean)).toHaveLength(1);
  const { rows } = await database.pool.query('select count(*)::int from member_act where member_id = $1', [one]);
  expect(rows).toEqual([{ count: 1 }]);
  await expect(database.owner.query('update member_act set acted_at = now()')).rejects.toThrow(/never/);
  await expect(database.owner.query('delete from member_act')).rejects.toThrow(/never/);
});

test('of very many acts of a day the first ones of each kind are read', async () => {
  const busy = await insertMember(database);
  const from = Date.UTC(2026, 0, 5);
  await database.owner.query(
    `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at)
     select $1, left($2, 9) || lpad(n::text, 7, '0'), 1, 1, 5, 1, $3 from generate_series(1, 500) as n`,
    [busy, leastPublicId(from), new Date(from)],
  );
  await recordAct(database.pool, { memberId: busy, kind: 'helpRead', subject: 'x1', at: new Date(from + 1) });
  // Each at a moment of its own, written from the last to the first.
  await database.owner.query(
    `insert into member_act (member_id, kind, subject, acted_at)
     select $1, 'resultVerified', 'round.' || n, $2::timestamptz + make_interval(secs => n)
     from generate_series(201, 1, -1) as n`,
    [busy, new Date(from)],
  );
  const acts = await actsOf(database.pool, busy, '2026-01-05');
  const ofKind = (wanted: string) => acts.filter(({ kind }) => kind === wanted).map(({ subject }) => subject);
  expect(ofKind('planPlaced')).toHaveLength(200);
  expect(ofKind('helpRead')).toEqual(['x1']);
  expect(ofKind('resultVerified')).toEqual(Array.from({ length: 200 }, (_, place) => `round.${place + 1}`));
  expect(acts).toHaveLength(401);
});

test('of each span the first act of its kind is found, from its first moment until before its last, and of this member alone', async () => {
  const [own, other] = [await insertMember(database, zone), await insertMember(database, zone)];
  const midnight = startOfDay('2026-11-10', zone);
  const until = startOfDay('2026-11-11', zone);
  const found = async (kind: ActSpan['kind'], from = midnight, end = until) =>
    (await firstActs(database.pool, own, [{ kind, from, until: end }])).map(({ subject, at }) => [
      subject,
      at.getTime() - midnight,
    ]);
  const everyKind = ['checkedIn', 'planPlaced', 'planSettled', 'donated', 'resultVerified', 'helpRead'] as const;
  for (const kind of everyKind) expect(await found(kind), kind).toEqual([]);

  const read = (memberId: bigint, subject: string, at: number) =>
    recordAct(database.pool, { memberId, kind: 'helpRead', subject, at: new Date(at) });
  // None of these is in the span, or of the member, or settled.
  await checkIn(other, '2026-11-10', midnight + 1);
  await checkIn(own, '2026-11-09', midnight - 1);
  await plan(other, midnight, midnight);
  const before = await plan(own, midnight - 1, midnight - 1);
  await donation(other, midnight, midnight);
  await donation(own, midnight - 2, midnight - 1);
  await read(other, 'other', midnight);
  await read(own, 'before', midnight - 1);
  for (const kind of everyKind) expect(await found(kind), kind).toEqual([]);
  const running = await plan(own, midnight);
  expect(await found('planSettled')).toEqual([]);

  await checkIn(own, '2026-11-11', until);
  await plan(own, until, until);
  await donation(own, until - 1, until);
  await read(own, 'end', until);
  for (const kind of everyKind.filter((one) => one !== 'planPlaced')) expect(await found(kind), kind).toEqual([]);
  const later = await plan(own, midnight + 5, midnight + 8);
  const sooner = await plan(own, midnight + 6, midnight + 7);
  await checkIn(own, '2026-11-10', midnight + 2);
  const [first] = [await donation(own, midnight, midnight), await donation(own, midnight + 3, midnight + 3)];
  await read(own, 'second', midnight + 4);
  await read(own, 'first', midnight);
  expect(await found('checkedIn')).toEqual([['2026-11-10', 2]]);
  expect(await found('planPlaced')).toEqual([[running, 0]]);
  expect(await found('planPlaced', midnight + 1)).toEqual([[later, 5]]);
  expect(await found('planSettled')).toEqual([[sooner, 7]]);
  expect(await found('planSettled', midnight - 1)).toEqual([[before, -1]]);
  expect(await found('donated')).toEqual([[first, 0]]);
  expect(await found('helpRead')).toEqual([['first', 0]]);
  expect(await found('resultVerified')).toEqual([]);

  const spans = [
    { kind: 'helpRead', from: midnight, until },
    { kind: 'donated', from: midnight + 1, until },
    { kind: 'checkedIn', from: midnight, until },
    { kind: 'helpRead', from: until, until: until + 1 },
  ] as const;
  expect((await firstActs(database.pool, own, spans)).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['helpRead', 'first'],
    ['checkedIn', '2026-11-10'],
    ['donated', expect.any(String)],
    ['helpRead', 'end'],
  ]);
});
