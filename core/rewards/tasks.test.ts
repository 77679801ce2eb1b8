import { expect, test } from 'vitest';
import { redEnvelope } from './rules.ts';
import {
  actToCollect,
  bonusDays,
  freeEnvelopeEntries,
  pointsOfDay,
  readingSeconds,
  type TaskAct,
  taskKinds,
} from './tasks.ts';

const day = { day: '2026-03-02', startsAt: 100, endsAt: 200 };

test('the list gives 716 points a day, and 360 days of it are the 257,760 of the specification', () => {
  expect(pointsOfDay).toBe(716);
  expect(pointsOfDay * bonusDays).toBe(257_760);
});

test('no task asks for a deposit, for an amount, or for inviting', () => {
  expect([...taskKinds].sort()).toEqual([
    'checkedIn',
    'donated',
    'helpRead',
    'planPlaced',
    'planSettled',
    'resultVerified',
  ]);
  // The first act of the day counts, whatever else is known of the others.
  const acts = (...amounts: number[]) =>
    amounts.map((amount, place) => ({ kind: 'planPlaced' as const, subject: `P${place}`, at: 100 + place, amount }));
  for (const amounts of [
    [1, 1_000],
    [1_000, 1],
    [0, 0],
  ]) {
    expect(actToCollect('planPlaced', day, acts(...amounts), null)?.subject).toBe('P0');
  }
});

const at = (...times: number[]): TaskAct[] => times.map((time) => ({ kind: 'donated', subject: `D${time}`, at: time }));

test('a task is collected for the first act of the day, from its first moment to its last', () => {
  expect(actToCollect('donated', day, at(99, 100, 150), null)?.at).toBe(100);
  expect(actToCollect('donated', day, at(99, 199), null)?.at).toBe(199);
  expect(actToCollect('donated', day, at(99, 200), null)).toBeNull();
  expect(actToCollect('helpRead', day, at(150), null)).toBeNull();
});

test('no day is collected twice or after a later one, and no act before the end of the latest day counts', () => {
  expect(actToCollect('donated', day, at(150), { day: '2026-03-02', endsAt: 90 })).toBeNull();
  expect(actToCollect('donated', day, at(150), { day: '2026-03-03', endsAt: 90 })).toBeNull();
  const latest = { day: '2026-03-01', endsAt: 160 };
  expect(actToCollect('donated', day, at(150, 159), latest)).toBeNull();
  expect(actToCollect('donated', day, at(150, 160), latest)?.at).toBe(160);
});

test('the entries of the red envelope are numbered up to its bound', () => {
  const all = freeEnvelopeEntries([]);
  expect([all.length, all[0], all[8], all.at(-1)]).toEqual([100, '001', '009', '100']);
  expect(freeEnvelopeEntries(all.filter((reference) => !['003', '100'].includes(reference)))).toEqual(['003', '100']);
  expect(freeEnvelopeEntries(all)).toEqual([]);
  expect(redEnvelope).toEqual({ weightMax: 1_000, entriesMax: 100 });
});

test('reading takes the time of the text within bounds', () => {
  expect([0, 200, 500, 100_000].map(readingSeconds)).toEqual([8, 8, 20, 30]);
});
