import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayAfter, memberDay, startOfDay } from '#core/time/member-day.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** A leap year. */
const days = Array.from({ length: 366 }, (_, day) =>
  new Date(Date.UTC(2024, 0, 1) + day * dayMs).toISOString().slice(0, 10),
);

/** Without summer time; with it, in either hemisphere and by half an hour; where it skips midnight; where midnight comes twice. */
const zones = [
  ['Asia/Bangkok', 0],
  ['America/New_York', 2],
  ['Australia/Lord_Howe', 2],
  ['Pacific/Chatham', 2],
  ['Africa/Cairo', 2],
  ['America/Havana', 2],
] as const;

interface Row {
  readonly day: string;
  readonly at: string;
}

async function startsInSql(zone: string): Promise<number[]> {
  const { rows } = await database.pool.query<{ at: Date }>(
    `select start_of_day(day::date, $2) as at from unnest($1::text[]) with ordinality as d (day, place) order by place`,
    [days, zone],
  );
  return rows.map(({ at }) => at.getTime());
}

async function daysInSql(moments: readonly number[], zone: string): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>(
    `select member_day(at, $2)::text as day, start_of_period('day', at, $2)::text as at
     from unnest($1::timestamptz[]) with ordinality as m (at, place) order by place`,
    [moments.map((at) => new Date(at)), zone],
  );
  return rows;
}

/** The database counts the days of loss limits. */
test.each(zones)('in %s the rules and the database agree about each of 366 days', async (zone, changes) => {
  const starts = days.map((day) => startOfDay(day, zone));
  expect(await startsInSql(zone)).toEqual(starts);
  const lengths = starts.slice(1).map((start, place) => start - (starts[place] ?? 0));
  expect(lengths.filter((length) => length !== dayMs)).toHaveLength(changes);

  // The first and last moment of each day, one amid it, and every half hour around the changes.
  const changed = starts.filter((_, place) => lengths[place] !== undefined && lengths[place] !== dayMs);
  const moments = [
    ...starts.flatMap((start) => [start - 1, start, start + 11 * 60 * 60_000]),
    ...changed.flatMap((start) => Array.from({ length: 60 }, (_, half) => start + (half - 4) * 30 * 60_000)),
  ];
  const found = await daysInSql(moments, zone);
  expect(found.map(({ day }) => day)).toEqual(moments.map((at) => memberDay(at, zone)));
  expect(found.map(({ at }) => Date.parse(at))).toEqual(moments.map((at) => startOfDay(memberDay(at, zone), zone)));
});

test('weeks start on Monday and months on their first day, in the zone', async () => {
  const startOf = async (period: string, at: string, zone: string) => {
    const { rows } = await database.pool.query<{ at: Date }>('select start_of_period($1, $2, $3) as at', [
      period,
      at,
      zone,
    ]);
    return rows[0]?.at.toISOString();
  };
  expect(await startOf('week', '2024-03-31T21:30:00Z', 'America/New_York')).toBe('2024-03-25T04:00:00.000Z');
  expect(await startOf('week', '2024-11-03T17:00:00Z', 'Asia/Bangkok')).toBe('2024-11-03T17:00:00.000Z');
  expect(await startOf('month', '2024-11-30T12:00:00Z', 'America/New_York')).toBe('2024-11-01T04:00:00.000Z');
});

test('every zone that the profile offers has each day of this year and the next two once, in full', () => {
  const year = new Date().getUTCFullYear();
  for (const zone of ['UTC', ...Intl.supportedValuesOf('timeZone')]) {
    let day = `${year}-01-01`;
    let start = startOfDay(day, zone);
    while (day < `${year + 3}-01-01`) {
      const next = dayAfter(day);
      const end = startOfDay(next, zone);
      // A day of 24 hours begins and ends at midnight; the others are looked at from both ends.
      if (end - start !== dayMs) {
        expect([22, 23, 23.5, 24.5, 25, 26], `${zone} ${day}`).toContain((end - start) / hourMs);
        const around = [start - 1, start, end - 1, end].map((at) => memberDay(at, zone));
        expect(around, zone).toEqual([dayAfter(day, -1), day, day, next]);
      }
      [day, start] = [next, end];
    }
  }
});
