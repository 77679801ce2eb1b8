import { afterAll, beforeAll, expect, test } from 'vitest';
import { daySpan, startOfDay } from '#core/time/member-day.ts';
import { faultsOf } from '#server/ledger/ledger.fixture.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { checkIn } from './check-in.ts';
import { checkInOf, readCheckInState } from './check-in-store.ts';
import { getWeek } from './get-week.ts';

const hourMs = 3_600_000;
const year = 2024;
/** The zones of `server/test/member-days.test.ts`: half-hour summer time, midnight skipped, midnight twice. */
const zones = [
  'Asia/Bangkok',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Cairo',
  'America/Havana',
];

let database: TestDatabase;
const clock = createTestClock(Date.UTC(year - 1, 11, 1));
let node: { pool: TestDatabase['pool']; ledger: ReturnType<typeof openLedger>; clock: typeof clock };
let other: typeof node;

beforeAll(async () => {
  database = await createTestDatabase();
  const openNode = () => ({ pool: database.pool, ledger: openLedger({ pool: database.pool, clock }), clock });
  node = openNode();
  other = openNode();
});
afterAll(async () => {
  await Promise.all([node.ledger.close(), other.ledger.close()]);
  await database.drop();
});

const member = (zone: string): Promise<bigint> => insertMember(database, zone);

async function moveTo(memberId: bigint, zone: string): Promise<void> {
  await database.pool.query('update member set time_zone = $2 where id = $1', [memberId, zone]);
}

/** Points of one attempt, or the code of its refusal. */
const attempt = (memberId: bigint, on = node): Promise<number | string> =>
  checkIn(on, memberId).then(
    ({ points }) => points,
    (error: { code?: string }) => error.code ?? String(error),
  );

const stateIn = (timeZone: string) => ({ timeZone, latest: null, completesWeek: false });

const setTime = (at: number): void => clock.advance(at - clock.now());

const pointsOf = async (memberId: bigint) => (await node.ledger.balancesOf(memberId))?.assistance;

test('two phones at once on each of 366 days in six zones: each day counts once, from its first moment to its last', async () => {
  const moments: { at: number; memberId: bigint; isFirst: boolean }[] = [];
  const members = await Promise.all(zones.map(member));
  for (const [place, zone] of zones.entries()) {
    const memberId = members[place] ?? 0n;
    const days = Array.from({ length: 367 }, (_, day) =>
      new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10),
    );
    const starts = days.map((day) => startOfDay(day, zone));
    for (const [day, start] of starts.slice(0, 366).entries()) {
      moments.push(
        { at: start, memberId, isFirst: true },
        { at: (starts[day + 1] ?? 0) - 1, memberId, isFirst: false },
      );
    }
  }
  moments.sort((one, two) => one.at - two.at);
  let counted = 0;
  for (const { at, memberId, isFirst } of moments) {
    setTime(at);
    const results = await Promise.all([attempt(memberId), attempt(memberId, other)]);
    const earned = results.filter((result) => typeof result === 'number');
    expect(earned).toHaveLength(isFirst ? 1 : 0);
    expect(results.filter((result) => typeof result !== 'number')).toEqual(
      Array(2 - earned.length).fill('alreadyCheckedIn'),
    );
    counted += earned.length;
  }
  expect(counted).toBe(366 * zones.length);
  // 2024 begins on a Monday: 52 weeks of 156 points, then a Monday and a Tuesday.
  for (const memberId of members) expect(await pointsOf(memberId)).toBe(BigInt(52 * 156 + 1 + 5));
  expect(await faultsOf(database)).toEqual([]);
});

test('a change of zone gives no second check-in, and costs none', async () => {
  const memberId = await member('America/Los_Angeles');
  setTime(Date.UTC(2025, 2, 3, 20));
  expect(await attempt(memberId)).toBe(1);
  // In Tokyo and on Kiritimati it is Tuesday already; in Pago Pago it stays Monday.
  for (const zone of ['Asia/Tokyo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC', 'America/Los_Angeles']) {
    await moveTo(memberId, zone);
    expect(await attempt(memberId)).toBe('alreadyCheckedIn');
  }
  await moveTo(memberId, 'Asia/Tokyo');
  setTime(startOfDay('2025-03-04', 'America/Los_Angeles') - 1);
  expect(await attempt(memberId)).toBe('alreadyCheckedIn');
  // Monday has ended in Los Angeles, and in Tokyo it is still Tuesday.
  setTime(startOfDay('2025-03-04', 'America/Los_Angeles'));
  expect(await attempt(memberId)).toBe(5);
  setTime(startOfDay('2025-03-05', 'Asia/Tokyo'));
  expect(await attempt(memberId)).toBe(10);
  // Back where it is Tuesday again: the date has counted.
  await moveTo(memberId, 'America/Los_Angeles');
  expect(await attempt(memberId)).toBe('alreadyCheckedIn');
  setTime(startOfDay('2025-03-06', 'America/Los_Angeles'));
  expect(await attempt(memberId)).toBe(20);
});

test('sixty days of hourly attempts while the zone changes all the time: every date at most once, never two of one day', async () => {
  const memberId = await member('UTC');
  const everywhere = [...zones, 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'];
  const from = Date.UTC(2026, 0, 1);
  for (let hour = 0; hour < 60 * 24; hour++) {
    setTime(from + hour * hourMs);
    if (hour % 5 === 0) await moveTo(memberId, everywhere[(hour / 5) % everywhere.length] ?? 'UTC');
    await attempt(memberId, hour % 2 === 0 ? node : other);
  }
  const { rows } = await database.pool.query<{ days: number; early: number; dates: number }>(
    `select count(*)::int as days, count(distinct day)::int as dates,
       (count(*) filter (where checked_in_at < before))::int as early
     from (select *, lag(ends_at) over (order by day) as before from check_in where member_id = $1) as own`,
    [memberId],
  );
  const { days = 0, dates, early } = rows[0] ?? {};
  expect({ dates, early }).toEqual({ dates: days, early: 0 });
  expect(days).toBeGreaterThanOrEqual(58);
  expect(days).toBeLessThanOrEqual(61);
});

test('what was decided before midnight is not written after it, nor in a zone that the profile has left', async () => {
  const memberId = await member('UTC');
  setTime(Date.UTC(2027, 0, 4, 23, 59));
  const late = checkInOf(memberId, daySpan('2027-01-04', 'UTC'), stateIn('UTC'));
  setTime(Date.UTC(2027, 0, 5));
  await expect(node.ledger.submit(late)).rejects.toThrow('record check-in');
  const elsewhere = checkInOf(memberId, daySpan('2027-01-05', 'Asia/Tokyo'), stateIn('Asia/Tokyo'));
  await expect(node.ledger.submit(elsewhere)).rejects.toThrow('record check-in');
  expect(await pointsOf(memberId)).toBe(0n);
  expect(await attempt(memberId)).toBe(5);
  // Once the day of Kiritimati is over, it still is the day before in Pago Pago: a date that has passed is not checked in on.
  await moveTo(memberId, 'Pacific/Kiritimati');
  setTime(startOfDay('2027-01-08', 'Pacific/Kiritimati') - 1);
  expect(await attempt(memberId)).toBe(20);
  await moveTo(memberId, 'Pacific/Pago_Pago');
  setTime(startOfDay('2027-01-08', 'Pacific/Kiritimati'));
  const earlier = checkInOf(memberId, daySpan('2027-01-06', 'Pacific/Pago_Pago'), stateIn('Pacific/Pago_Pago'));
  await expect(node.ledger.submit(earlier)).rejects.toThrow('record check-in');
  expect(await pointsOf(memberId)).toBe(25n);
});

test('a check-in that midnight overtakes is one of the new day', async () => {
  const memberId = await member('UTC');
  setTime(Date.UTC(2027, 0, 10, 23, 59));
  const submit: typeof node.ledger.submit = (submission) => {
    setTime(Date.UTC(2027, 0, 11));
    return node.ledger.submit(submission);
  };
  expect(await checkIn({ ...node, ledger: { submit } }, memberId)).toMatchObject({ w: 1 });
});

test('fifty taps at once count once', async () => {
  setTime(Date.UTC(2027, 0, 12));
  const memberId = await member('Asia/Bangkok');
  const results = await Promise.all(Array.from({ length: 50 }, (_, tap) => attempt(memberId, tap % 2 ? node : other)));
  expect(results.filter((result) => typeof result === 'number')).toHaveLength(1);
  expect(new Set(results)).toEqual(new Set([5, 'alreadyCheckedIn']));
  expect(await pointsOf(memberId)).toBe(5n);
  const { rows } = await database.pool.query('select kind from weight_entry where member_id = $1', [memberId]);
  expect(rows).toEqual([{ kind: 'checkedIn' }]);
  expect(await faultsOf(database)).toEqual([]);
});

test('the week shows the days that were checked in on, and which day it is', async () => {
  const memberId = await member('Asia/Bangkok');
  setTime(startOfDay('2027-01-06', 'Asia/Bangkok'));
  await attempt(memberId);
  setTime(startOfDay('2027-01-08', 'Asia/Bangkok') + 5 * hourMs);
  await attempt(memberId);
  const week = await getWeek(node, memberId);
  expect(week.map(({ weekday, points }) => [weekday, points])).toEqual([
    [1, 1],
    [2, 5],
    [3, 10],
    [4, 20],
    [5, 30],
    [6, 40],
    [7, 50],
  ]);
  expect(week.filter(({ isCheckedIn }) => isCheckedIn).map(({ weekday }) => weekday)).toEqual([3, 5]);
  expect(week.filter(({ isToday }) => isToday).map(({ weekday }) => weekday)).toEqual([5]);
  setTime(startOfDay('2027-01-11', 'Asia/Bangkok'));
  expect((await getWeek(node, memberId)).filter(({ isCheckedIn }) => isCheckedIn)).toEqual([]);
});

test('a check-in is never changed or removed, and no other points are written for a weekday', async () => {
  await expect(database.owner.query('update check_in set zone = zone')).rejects.toThrow(/never/);
  await expect(database.owner.query('delete from check_in')).rejects.toThrow(/never/);
  await expect(
    database.owner.query(
      `insert into check_in values (1, '2030-01-07', 'UTC', 50, '2030-01-07T12:00:00Z', '2030-01-08T00:00:00Z')`,
    ),
  ).rejects.toThrow(/check constraint/);
});

test('the database holds a check-in to its day, in whatever zone: at most 26 hours that end within 15 hours of midnight UTC', async () => {
  const memberId = await member('UTC');
  const insert = (checkedInAt: string, endsAt: string) =>
    database.owner.query(`insert into check_in values ($1, '2030-01-07', 'UTC', 1, $2, $3)`, [
      memberId,
      checkedInAt,
      endsAt,
    ]);
  for (const [checkedInAt, endsAt] of [
    ['2030-01-08T12:00Z', '2030-01-09T00:00Z'],
    ['2030-01-06T12:00Z', '2030-01-07T00:00Z'],
    ['2030-01-08T12:00Z', '2030-01-08T15:01Z'],
    ['2030-01-07T08:00Z', '2030-01-07T08:59Z'],
    ['2030-01-06T21:59Z', '2030-01-08T00:00Z'],
    ['2030-01-08T00:00Z', '2030-01-08T00:00Z'],
  ] as const)
    await expect(insert(checkedInAt, endsAt), checkedInAt).rejects.toThrow(/checked_in_on_its_day/);
  // The day of Kiritimati, 14 hours ahead, is one; the check-in lacks its transfer alone.
  await expect(insert('2030-01-06T10:00Z', '2030-01-07T10:00Z')).rejects.toThrow(/written with the transfer/);
});

test('the seventh check-in is a milestone, reached once, whichever phone comes first', async () => {
  const memberId = await member('UTC');
  const milestonesOf = async () =>
    (await database.pool.query('select kind, reached_at from milestone where member_id = $1', [memberId])).rows;
  const reachNow = () =>
    database.owner.query(
      `insert into milestone (member_id, kind, reached_at)
       select member_id, 'firstWeek', max(checked_in_at) from check_in where member_id = $1 group by 1`,
      [memberId],
    );
  for (let day = 1; day <= 9; day++) {
    // With gaps: the days need not follow each other.
    setTime(Date.UTC(2029, 0, day * 3, 12));
    await Promise.all([attempt(memberId), attempt(memberId, other)]);
    const expected = day < 7 ? [] : [{ kind: 'firstWeek', reached_at: new Date(Date.UTC(2029, 0, 21, 12)) }];
    expect(await milestonesOf()).toEqual(expected);
    // Nor does the database take one of six days, whatever a statement asks.
    if (day === 6) await expect(reachNow()).rejects.toThrow('a milestone is what a member learned');
  }
  expect(await pointsOf(memberId)).toBeGreaterThan(0n);
});

test('a clock that is set back gives no day again and no earlier one, and costs none that comes', async () => {
  const memberId = await member('Asia/Bangkok');
  setTime(startOfDay('2027-02-03', 'Asia/Bangkok'));
  expect(await attempt(memberId)).toBe(10);
  for (const back of [1, hourMs, 24 * hourMs, 40 * 24 * hourMs]) {
    setTime(startOfDay('2027-02-03', 'Asia/Bangkok') - back);
    expect(await attempt(memberId), `${back} ms back`).toBe('alreadyCheckedIn');
  }
  setTime(startOfDay('2027-02-04', 'Asia/Bangkok'));
  expect(await attempt(memberId)).toBe(20);
  expect(await pointsOf(memberId)).toBe(30n);
  expect((await readCheckInState(database.pool, memberId)).latest?.day).toBe('2027-02-04');
});

test('the database takes no second check-in of a day that goes on in its own zone, whatever a statement asks', async () => {
  const memberId = await member('UTC');
  setTime(Date.UTC(2027, 11, 1, 12));
  expect(await attempt(memberId)).toBe(10);
  const zone = 'Pacific/Kiritimati';
  await moveTo(memberId, zone);
  const { rows = [], ...transfer } = checkInOf(memberId, daySpan('2027-12-02', zone), stateIn(zone));
  const unasked = rows.map(({ statement, row }) => ({
    row,
    statement: { ...statement, sql: statement.sql.replace(/and not exists \([\s\S]*earlier[\s\S]*\)$/, '') },
  }));
  await expect(node.ledger.submit({ ...transfer, rows: unasked })).rejects.toThrow('the ledger refused it');
  expect(await attempt(memberId)).toBe('alreadyCheckedIn');
});
