import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';
import { taskKinds, taskPoints } from '#core/rewards/tasks.ts';
import { daySpan } from '#core/time/member-day.ts';
import { AttachedRowsRefused } from '#server/ledger/failures.ts';
import { faultsOf } from '#server/ledger/ledger.fixture.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { collectTasks } from './collect-tasks.ts';
import { collectionOf, readSituation } from './task-store.ts';
import { openTasks } from './tasks.fixture.ts';

const hourMs = 3_600_000;
const { database, clock, node, act, setTime, collect, list, promotionOf, moveTo } = await openForFile(openTasks);

test('a zone that changes between reading and committing costs no task, and a submission that is repeated moves nothing again', async () => {
  setTime(Date.UTC(2029, 5, 5, 12));
  const memberId = await insertMember(database, 'UTC');
  await act(memberId, 'helpRead');
  const moves = ['Asia/Tokyo'];
  const ledger = {
    async submit(submission: Submission) {
      for (const zone of moves.splice(0)) await moveTo(memberId, zone);
      return await node().ledger.submit(submission);
    },
  };
  expect(await collectTasks({ ...node(), ledger }, memberId)).toMatchObject({ points: 150, collected: ['helpRead'] });
  await act(memberId, 'donated');
  const { zone, acts } = await readSituation(database.pool, memberId, clock.now());
  const donated = acts.find(({ kind }) => kind === 'donated');
  if (!donated) throw new Error('there is no act');
  const due = { task: 'donated', day: daySpan('2029-06-05', zone), act: donated } as const;
  const submit = () => node().ledger.submit(collectionOf(memberId, zone, due, null));
  expect([(await submit()).status, (await submit()).status]).toEqual(['committed', 'replayed']);
  expect(await promotionOf(memberId)).toBe(300n);
  // Nor does a later date of another zone, in which an act of the collected day lies: not even once that day is over.
  await moveTo(memberId, 'Pacific/Kiritimati');
  setTime(Date.UTC(2029, 5, 5, 16));
  const day = daySpan('2029-06-06', 'Pacific/Kiritimati');
  const later = { ...due, day, act: { ...donated, subject: 'another of that moment' } };
  const again = node().ledger.submit(collectionOf(memberId, 'Pacific/Kiritimati', later, null));
  await expect(again).rejects.toBeInstanceOf(AttachedRowsRefused);
  expect(await promotionOf(memberId)).toBe(300n);
});

test('collecting on two phones at once leaves no task that cannot be collected', async () => {
  const memberId = await insertMember(database, 'UTC');
  setTime(Date.UTC(2030, 5, 5, 12));
  await act(memberId, 'planPlaced');
  const { ledger } = node();
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The first phone has decided, and its node is lost right after its transfer.
  let isGone = false;
  const submit = async (transfer: Parameters<typeof ledger.submit>[0]) => {
    asked.resolve();
    await released.promise;
    if (!isGone) await ledger.submit(transfer);
    isGone = true;
    throw new Error('the node is gone');
  };
  const first = collectTasks({ ...node(), ledger: { submit } }, memberId).catch(String);
  await asked.promise;
  // The second one finds more, and decides before that transfer.
  await act(memberId, 'checkedIn');
  await act(memberId, 'donated');
  const late = async (transfer: Parameters<typeof ledger.submit>[0]) => {
    released.resolve();
    await first;
    return await ledger.submit(transfer);
  };
  const { collected } = await collectTasks({ ...node(1), ledger: { submit: late } }, memberId);
  expect(collected.toSorted()).toEqual(['checkedIn', 'donated']);
  expect(await collect(memberId)).toEqual({ points: 0, weight: 0, collected: [] });
  expect((await list(memberId)).weight).toBe(30);
});

const refused = () => new AttachedRowsRefused(new pg.DatabaseError('of yesterday', 0, 'error'));

/** A member with two tasks of yesterday and two of today, and a ledger that fails the first one so many times. */
async function twoDays(failure: () => Error, times: number) {
  const memberId = await insertMember(database, 'UTC');
  setTime(clock.now() + 48 * hourMs);
  const yesterday = clock.now() - 24 * hourMs;
  await act(memberId, 'helpRead', yesterday);
  await act(memberId, 'donated', yesterday);
  await act(memberId, 'helpRead');
  await act(memberId, 'planPlaced');
  clock.advance(1);
  const day = new Date(yesterday).toISOString().slice(0, 10);
  let left = times;
  const ledger = {
    submit: (transfer: Submission) =>
      transfer.key.endsWith(`helpRead:${day}`) && left-- > 0
        ? Promise.reject(failure())
        : node().ledger.submit(transfer),
  };
  const answer = collectTasks({ ...node(), ledger }, memberId).catch((error: Error) => error.message);
  return { memberId, answer: await answer };
}

// Yesterday's other task, and both of today.
const threeTasks = taskPoints.donated + taskPoints.planPlaced + taskPoints.helpRead;

test.each([
  ['is refused each time', refused, expect.objectContaining({ points: threeTasks })],
  ['fails, which is said,', () => new Error('of yesterday'), 'of yesterday'],
])('a task of the day before that %s keeps none of today from being collected', async (_, failure, told) => {
  const { memberId, answer } = await twoDays(failure, Number.POSITIVE_INFINITY);
  expect(answer).toEqual(told);
  expect(await promotionOf(memberId)).toBe(BigInt(threeTasks));
});

test('a task of the day before that is refused once is collected before the same task of today', async () => {
  const { answer } = await twoDays(refused, 1);
  expect(answer).toMatchObject({ points: threeTasks + taskPoints.helpRead });
});

test('killed on the way again and again, each member has each task once in the end', async () => {
  setTime(Date.UTC(2031, 4, 5, 12));
  const members = await Promise.all(Array.from({ length: 40 }, () => insertMember(database, 'UTC')));
  for (const memberId of members) for (const kind of taskKinds) await act(memberId, kind);
  clock.advance(2);
  const collected = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ count: number }>(
      'select count(*)::int from task_collected where member_id = any($1)',
      [members],
    );
    return rows[0]?.count ?? 0;
  };
  const file = fileURLToPath(new URL('collect-child.fixture.ts', import.meta.url));
  let kills = 0;
  for (const least of [1, 30, 90]) {
    const child = spawn(process.execPath, [file, database.url, String(clock.now()), ...members.map(String)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await expect.poll(collected, { interval: 1 }).toBeGreaterThanOrEqual(least);
    if (child.kill('SIGKILL')) kills += 1;
    await ended;
  }
  expect(kills).toBeGreaterThan(0);
  await Promise.all(members.map((memberId, place) => collect(memberId, place)));
  expect(await collected()).toBe(members.length * taskKinds.length);
  for (const memberId of members) {
    expect(await promotionOf(memberId)).toBe(716n);
    expect((await list(memberId)).weight).toBe(60);
  }
  expect(await faultsOf(database)).toEqual([]);
});
