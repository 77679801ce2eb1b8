import { expect, test } from 'vitest';
import { memberDay, startOfDay } from '#core/time/member-day.ts';
import { type DrawnEntry, type EarningAct, entriesOf, entryKinds } from './entries.ts';

const noon = Date.UTC(2026, 0, 7, 12);
const day = '2026-01-07';
const endsAt = Date.UTC(2026, 0, 8);

const statesOf = (acts: readonly EarningAct[], drawn: readonly DrawnEntry[], on = day, now = noon) =>
  Object.fromEntries(entriesOf(acts, drawn, on, now).map(({ kind, state }) => [kind, state]));

test('each kind of act earns one entry, acts of other kinds none, and the first act is the one that counts', () => {
  const acts = entryKinds.flatMap((kind) => [
    { kind, subject: `${kind} 1` },
    { kind, subject: `${kind} 2` },
  ]);
  expect(statesOf([], [])).toEqual(Object.fromEntries(entryKinds.map((kind) => [kind, 'open'])));
  expect(statesOf([{ kind: 'helpRead', subject: 'fees' }], [])).toEqual(statesOf([], []));
  const entries = entriesOf(acts, [], day, noon);
  expect(entries).toHaveLength(entryKinds.length);
  for (const entry of entries) expect(entry).toMatchObject({ state: 'ready', subject: `${entry.kind} 1` });
});

test('after an entry of a kind was drawn, further acts of the day earn none; other kinds keep theirs', () => {
  const acts = [
    { kind: 'planPlaced', subject: 'A' },
    { kind: 'planPlaced', subject: 'B' },
    { kind: 'donated', subject: 'C' },
  ];
  const drawn: DrawnEntry[] = [{ kind: 'planPlaced', subject: 'A', memberDay: day, endsAt }];
  expect(statesOf(acts, drawn)).toMatchObject({ planPlaced: 'drawn', donated: 'ready', checkedIn: 'open' });
});

test('on a later date of another zone nothing is earned before the day of the last entry has ended in its own', () => {
  const acts = [{ kind: 'planPlaced', subject: 'B' }];
  const drawn: DrawnEntry[] = [{ kind: 'planPlaced', subject: 'A', memberDay: '2026-01-06', endsAt: noon + 1 }];
  expect(statesOf(acts, drawn)).toMatchObject({ planPlaced: 'drawn' });
  expect(statesOf(acts, drawn, day, noon + 1)).toMatchObject({ planPlaced: 'ready' });
});

test('on a date that was drawn for already nothing is earned again, nor on an earlier one, though that day has ended in its own zone', () => {
  const acts = [{ kind: 'planPlaced', subject: 'B' }];
  const drawn: DrawnEntry[] = [{ kind: 'planPlaced', subject: 'A', memberDay: day, endsAt: noon }];
  const states = ['2026-01-06', day, '2026-01-08'].map((on) => statesOf(acts, drawn, on).planPlaced);
  expect(states).toEqual(['drawn', 'drawn', 'ready']);
});

test('an act counts once, even where two zones place it on two days', () => {
  const earlier: DrawnEntry[] = [{ kind: 'planPlaced', subject: 'A', memberDay: '2026-01-06', endsAt: noon }];
  const acts = [{ kind: 'planPlaced', subject: 'A' }];
  expect(statesOf(acts, earlier)).toMatchObject({ planPlaced: 'open' });
  expect(entriesOf([...acts, { kind: 'planPlaced', subject: 'B' }], earlier, day, noon)[1]).toMatchObject({
    state: 'ready',
    subject: 'B',
  });
});

test('a member who changes the zone every hour draws no act twice and no kind more often than days pass', () => {
  const zones = ['Pacific/Kiritimati', 'Etc/GMT+12', 'UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Chatham'];
  const from = Date.UTC(2026, 2, 1);
  const hours = 24 * 14;
  const acts = Array.from({ length: hours }, (_, hour) => ({ kind: 'donated', subject: `${hour}`, at: hour }));
  const drawn: DrawnEntry[] = [];
  for (let hour = 0; hour < hours; hour++) {
    const now = from + hour * 3_600_000 + 1;
    // The zone that gives the most: any in which an entry is ready.
    for (const zone of zones) {
      const today = memberDay(now, zone);
      const begins = startOfDay(today, zone);
      const of = acts.filter(({ at }) => at <= hour && from + at * 3_600_000 >= begins);
      const entry = entriesOf(of, drawn, today, now).find(({ kind }) => kind === 'donated');
      if (entry?.state !== 'ready') continue;
      const tomorrow = memberDay(begins + 36 * 3_600_000, zone);
      drawn.push({
        ...{ kind: 'donated', subject: entry.subject, memberDay: today },
        endsAt: startOfDay(tomorrow, zone),
      });
    }
  }
  expect(new Set(drawn.map(({ subject }) => subject)).size).toBe(drawn.length);
  expect(new Set(drawn.map((one) => one.memberDay)).size).toBe(drawn.length);
  for (const [place, one] of drawn.entries()) {
    const next = drawn[place + 1];
    if (next) expect(next.memberDay > one.memberDay).toBe(true);
  }
  // Dates from 28 February (the zone furthest behind) to 15 March (the one furthest ahead): 16 at most.
  expect(drawn.length).toBeLessThanOrEqual(16);
  expect(drawn.length).toBeGreaterThanOrEqual(13);
});
