import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayAfter, daySpan } from '#core/time/member-day.ts';
import { checkIn } from '#server/features/check-in/check-in.ts';
import { collectTasks } from '#server/features/tasks/collect-tasks.ts';
import { listTasks } from '#server/features/tasks/list-tasks.ts';
import { getWallet } from '#server/features/wallet/get-wallet.ts';
import { listAccountRecords } from '#server/features/wallet/list-account-records.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';

/** Zones whose rules changed in the last years, so that two releases of their rules differ, and the first and last on earth. */
const zones = [
  ...[
    'Africa/Casablanca',
    'Africa/El_Aaiun',
    'America/Edmonton',
    'Asia/Almaty',
    'America/Asuncion',
    'America/Coyhaique',
  ],
  ...['Europe/Kyiv', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
];

let database: TestDatabase;
const clock = createTestClock(Date.UTC(2026, 10, 1));
let node: { pool: TestDatabase['pool']; ledger: ReturnType<typeof openLedger>; clock: typeof clock };

beforeAll(async () => {
  database = await createTestDatabase();
  node = { pool: database.pool, ledger: openLedger({ pool: database.pool, clock }), clock };
  // A database that knows no zone at all, as one that backups of a newer one are restored to.
  for (const name of [
    'member_day(at timestamptz, zone text) returns date',
    'start_of_day(day date, zone text) returns timestamptz',
  ])
    await database.owner.query(
      `create or replace function ${name} language plpgsql as $$ begin raise exception 'the database is asked for a day'; end $$`,
    );
});
afterAll(async () => {
  await node.ledger.close();
  await database.drop();
});

test('what the database knows of time zones is asked for no day: not of check-ins, tasks, records or figures', async () => {
  const day = '2026-11-10';
  const members = await Promise.all(
    zones.map(async (zone) => ({ zone, memberId: await insertMember(database, zone), ...daySpan(day, zone) })),
  );
  // The last moment of one day and the first of the next, in the order in which they come on earth.
  const moments = members
    .flatMap((one) => [
      { ...one, at: one.endsAt - 1, today: day, before: [] as string[] },
      { ...one, at: one.endsAt, today: dayAfter(day), before: ['checkedIn'] },
    ])
    .toSorted((one, other) => one.at - other.at);
  for (const { zone, memberId, at, today, before } of moments) {
    clock.advance(at - clock.now());
    const { points } = await checkIn(node, memberId);
    const tasks = await listTasks(node, memberId);
    expect(tasks.day, zone).toBe(today);
    expect(tasks.before.map(({ task }) => task)).toEqual(before);
    const records = await listAccountRecords(node, { memberId, timeZone: zone }, { range: 'today' });
    expect(records.map(({ amount }) => amount)).toEqual([BigInt(points)]);
    expect(
      await getWallet({ ...node, memberNumbers: { numberOf: String } }, { memberId, timeZone: zone }),
    ).toMatchObject({
      incomeToday: 0n,
    });
  }
  for (const { zone, memberId, endsAt } of members) {
    clock.advance(Math.max(0, endsAt - clock.now()));
    const { collected } = await collectTasks(node, memberId);
    expect(collected, zone).toContain('checkedIn');
  }
});
