import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { MemberBalances } from '#core/ledger/accounts.ts';
import { redEnvelope, rewards } from '#core/rewards/rules.ts';
import { pointsOfDay, taskKinds, taskPoints } from '#core/rewards/tasks.ts';
import { dayAfter, daySpan, startOfDay } from '#core/time/member-day.ts';
import { faultsOf } from '#server/ledger/ledger.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { randomFrom } from '#server/test/random.fixture.ts';
import { listTasks } from './list-tasks.ts';
import { collectionOf, leastDonation, readSituation } from './task-store.ts';
import { openTasks } from './tasks.fixture.ts';

const hourMs = 3_600_000;
const { database, clock, node, act, setTime, collect, list, promotionOf, moveTo } = await openForFile(openTasks);

test('a day with every task gives the points of the list, each once, on both nodes and to a thousand calls at once', async () => {
  const memberId = await insertMember(database, 'Asia/Bangkok');
  setTime(startOfDay('2026-01-05', 'Asia/Bangkok') + hourMs);
  for (const kind of taskKinds) await act(memberId, kind);
  expect((await list(memberId)).tasks.map(({ state }) => state)).toEqual(Array(6).fill('done'));
  const results = await Promise.all(Array.from({ length: 1_000 }, (_, call) => collect(memberId, call)));
  expect(results.reduce((sum, { points }) => sum + points, 0)).toBe(716);
  expect(results.reduce((sum, { weight }) => sum + weight, 0)).toBe(60);
  const shown = await list(memberId);
  expect(shown).toMatchObject({ promotion: 716, weight: 60, before: [] });
  expect(shown.tasks.map(({ state }) => state)).toEqual(Array(6).fill('collected'));
  // More of the same acts on the same day give nothing.
  for (const kind of taskKinds) await act(memberId, kind, clock.now() + 1);
  clock.advance(hourMs);
  expect(await collect(memberId)).toEqual({ points: 0, weight: 0, collected: [] });
  expect(await promotionOf(memberId)).toBe(716n);
  expect(await faultsOf(database)).toEqual([]);
});

test('nothing that was not done can be collected, and what comes first is said', async () => {
  const memberId = await insertMember(database);
  expect(await collect(memberId)).toEqual({ points: 0, weight: 0, collected: [] });
  const states = async () => new Map((await list(memberId)).tasks.map(({ task, state }) => [task, state]));
  expect(Object.fromEntries(await states())).toEqual({
    checkedIn: 'open',
    helpRead: 'open',
    resultVerified: 'open',
    planPlaced: 'open',
    planSettled: 'open',
    donated: 'waiting',
  });
  const donating = async (assistance: number) => {
    const ledger = { balancesOf: async () => ({ assistance: BigInt(assistance) }) as MemberBalances };
    return (await listTasks({ ...node(), ledger }, memberId)).tasks.find(({ task }) => task === 'donated')?.state;
  };
  expect([await donating(leastDonation - 1), await donating(leastDonation)]).toEqual(['waiting', 'open']);
  await act(memberId, 'planPlaced');
  expect((await states()).get('planSettled')).toBe('waiting');
  expect((await states()).get('planPlaced')).toBe('done');
});

test('what was done can be collected until the end of the next day, and no longer', async () => {
  const memberId = await insertMember(database, 'America/Havana');
  const start = startOfDay('2026-11-01', 'America/Havana');
  const next = startOfDay('2026-11-02', 'America/Havana');
  const last = startOfDay('2026-11-03', 'America/Havana');
  await act(memberId, 'donated', start);
  await act(memberId, 'helpRead', next - 1);
  setTime(last - 1);
  expect((await list(memberId)).before).toEqual([
    { task: 'helpRead', points: 150 },
    { task: 'donated', points: 150 },
  ]);
  setTime(last);
  expect(await collect(memberId)).toMatchObject({ points: 0 });
  await act(memberId, 'donated', last - 1);
  await act(memberId, 'donated', last);
  // Of both days at once, and the earlier one first.
  expect(await collect(memberId)).toEqual({ points: 300, weight: 20, collected: ['donated', 'donated'] });
});

test('what was decided before the end of the second day is not written after it, nor in a zone that the profile has left', async () => {
  const memberId = await insertMember(database, 'UTC');
  setTime(Date.UTC(2027, 0, 5, 12));
  await act(memberId, 'helpRead', Date.UTC(2027, 0, 4, 12));
  const { acts } = await readSituation(database.pool, memberId, clock.now());
  const [read] = acts;
  if (!read) throw new Error('there is no act');
  const submit = (zone: string, day: string) =>
    node().ledger.submit(collectionOf(memberId, zone, { task: 'helpRead', day: daySpan(day, zone), act: read }, null));
  await expect(submit('Asia/Tokyo', '2027-01-04')).rejects.toThrow('record collected task');
  // A day on which it was not done.
  await expect(submit('UTC', '2027-01-05')).rejects.toThrow('record collected task');
  setTime(Date.UTC(2027, 0, 6));
  await expect(submit('UTC', '2027-01-04')).rejects.toThrow('record collected task');
  expect(await promotionOf(memberId)).toBe(0n);
});

test('sixty days of acts and collecting while the zone changes all the time: no task twice within a day, none lost for good', async () => {
  const memberId = await insertMember(database);
  const zones = ['America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC', 'Australia/Lord_Howe'];
  const from = Date.UTC(2028, 0, 1);
  for (let hour = 0; hour < 60 * 24; hour += 2) {
    setTime(from + hour * hourMs);
    if (hour % 10 === 0) await moveTo(memberId, zones[(hour / 10) % zones.length] ?? 'UTC');
    await act(memberId, 'helpRead');
    await Promise.all([collect(memberId), collect(memberId, 1)]);
  }
  const { rows } = await database.pool.query<{ days: number; early: number; acts: number }>(
    `select count(*)::int as days, count(distinct subject)::int as acts, (count(*) filter (where acted_at < before))::int as early
     from (select *, lag(ends_at) over (order by day) as before from task_collected where member_id = $1) as own`,
    [memberId],
  );
  const { days = 0, early, acts } = rows[0] ?? {};
  expect({ early, acts }).toEqual({ early: 0, acts: days });
  expect(days).toBeGreaterThanOrEqual(57);
  expect(days).toBeLessThanOrEqual(62);
  expect(await promotionOf(memberId)).toBe(BigInt(days * taskPoints.helpRead));
});

test('random days of several members agree with a plain model, and the red envelope ends at its bound', async () => {
  const random = randomFrom(11);
  const members = await Promise.all([0, 1, 2].map(() => insertMember(database, 'UTC')));
  const model = new Map(members.map((memberId) => [memberId, { points: 0, entries: 0, told: 0 }]));
  let day = '2030-03-01';
  for (let count = 0; count < 45; count++, day = dayAfter(day)) {
    setTime(startOfDay(day, 'UTC') + 5 * hourMs);
    for (const [place, memberId] of members.entries()) {
      // The first member does everything every day.
      const done = place === 0 ? taskKinds : taskKinds.filter(() => random.of([true, false]));
      for (const kind of done) {
        await act(memberId, kind);
        if (random.of([true, false])) await act(memberId, kind, clock.now() + 1);
      }
      clock.advance(2);
      const answers = await Promise.all([collect(memberId), collect(memberId, 1)]);
      const known = model.get(memberId) ?? { points: 0, entries: 0, told: 0 };
      known.told += answers.reduce((sum, { weight }) => sum + weight, 0);
      known.points += done.reduce((sum, kind) => sum + taskPoints[kind], 0);
      known.entries += done.length;
    }
  }
  for (const [place, memberId] of members.entries()) {
    const known = model.get(memberId) ?? { points: 0, entries: 0, told: 0 };
    const { promotion, weight } = await list(memberId);
    expect(promotion).toBe(known.points);
    expect(weight).toBe(Math.min(redEnvelope.weightMax, known.entries * rewards.redEnvelope.weight));
    expect(known.told).toBe(weight);
    if (place === 0) expect([promotion, weight]).toEqual([45 * pointsOfDay, 1_000]);
  }
  expect(await faultsOf(database)).toEqual([]);
});

test('however many acts of the days there are, those of today are collected, also the ones after a change of the zone', async () => {
  const memberId = await insertMember(database, 'UTC');
  setTime(Date.UTC(2029, 8, 3, 12));
  const yesterday = clock.now() - 24 * hourMs;
  for (let count = 0; count < 250; count++) await act(memberId, 'resultVerified', yesterday + count);
  expect(await collect(memberId)).toMatchObject({ collected: ['resultVerified'] });
  for (let count = 0; count < 250; count++) await act(memberId, 'planPlaced', yesterday + count);
  await act(memberId, 'resultVerified');
  await act(memberId, 'planPlaced');
  clock.advance(1);
  const { collected } = await collect(memberId);
  expect(collected.toSorted()).toEqual(['planPlaced', 'planPlaced', 'resultVerified']);
  // In the zone that it moves to now, the day that was collected lies within the one that begins.
  setTime(Date.UTC(2029, 8, 3, 22));
  for (let count = 0; count < 250; count++) await act(memberId, 'helpRead', clock.now() - 7 * hourMs + count);
  expect(await collect(memberId)).toMatchObject({ collected: ['helpRead'] });
  await moveTo(memberId, 'Asia/Tokyo');
  expect((await list(memberId)).tasks).toContainEqual(
    expect.objectContaining({ task: 'helpRead', state: 'collected' }),
  );
  setTime(Date.UTC(2029, 8, 4, 1));
  await act(memberId, 'helpRead');
  clock.advance(1);
  expect(await collect(memberId)).toMatchObject({ collected: ['helpRead'] });
});

test('the database holds the bound of the red envelope and the day of a task, and what was collected is never changed', async () => {
  const memberId = await insertMember(database);
  const entry = (reference: string) =>
    database.pool.query(
      `insert into weight_entry (member_id, kind, reference, points, rule_version, earned_at) values ($1, 'redEnvelope', $2, 10, 1, now())`,
      [memberId, reference],
    );
  await entry('100');
  for (const reference of ['101', '000', '1', randomUUID()])
    await expect(entry(reference)).rejects.toThrow(/red_envelope_bounded/);
  await expect(
    database.owner.query(
      `insert into task_collected values ($1, 'readHelp', '2030-01-07', 'UTC', 1, 'one', '2030-01-08 12:00Z', '2030-01-08 13:00Z',
         '2030-01-09 00:00Z')`,
      [memberId],
    ),
  ).rejects.toThrow(/collected_for_its_day/);
  await expect(database.owner.query('update task_collected set points = 1')).rejects.toThrow(/never/);
  await expect(database.owner.query('delete from task_collected')).rejects.toThrow(/never/);
});
