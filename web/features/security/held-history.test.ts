import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import type { listSecurityActs } from '#contract/security.ts';
import type { SecurityAct } from '#contract/security-acts.ts';
import { exclusionText, limitText } from '#core/limits/protection-texts.ts';
import { usdt } from '#core/money/amount.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { checkHeld, type HeldValues, type SeenAct } from './held-values.ts';
import { checkHistory } from './history-query.ts';
import { readListed } from './kept-history.ts';

type Act = OutputOf<typeof listSecurityActs>[number];

const databases = memoryDatabases();
beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => {
  databases.forget();
  vi.unstubAllGlobals();
});

const hourMs = 3_600_000;
const five = usdt(5_000_000n);

/** Newest first; ids grow with their place. */
const actsOf = (...named: readonly (readonly [SecurityAct, string])[]): Act[] =>
  named
    .map(([act, detail], place) => ({
      id: `A${String(place).padStart(4, '0')}`,
      act,
      detail,
      at: place,
      operator: null,
    }))
    .toReversed();

const limitsOf = (
  day: { amount: typeof five | null; next?: { amount: typeof five | null; at: number } | null },
  exclusion: { endsAt: number; liftsAt: number | null } | null = null,
  now = 0,
): HeldValues => ({
  limits: {
    lossLimits: [{ period: 'day', next: null, ...day }],
    exclusion: exclusion && { beganAt: 0, ...exclusion },
    now,
  },
});

const faultsOf = (values: HeldValues, acts: readonly SeenAct[], kept = {}) =>
  checkHeld(values, acts, kept).faults.map(({ figure, expected, now }) => `${figure}: ${expected} -> ${now}`);

test('a limit is what the newest entry about it says, also once what waits in it has begun', () => {
  const waiting = { amount: five, next: { amount: usdt(9_000_000n), at: hourMs } };
  const acts = actsOf(
    ['lossLimitSet', limitText('day', { amount: usdt(1_000_000n), next: null })],
    ['lossLimitLoosened', limitText('day', waiting)],
    ['lossLimitSet', limitText('week', { amount: usdt(2_000_000n), next: null })],
  );
  expect(faultsOf(limitsOf(waiting), acts)).toEqual([]);
  expect(faultsOf(limitsOf({ amount: usdt(9_000_000n) }, null, hourMs), acts)).toEqual([]);
  expect(faultsOf(limitsOf({ amount: usdt(9_000_000n) }, null, hourMs - 1), acts)).toEqual([
    'day: day 5.00 USDT, 9.00 USDT from 1970-01-01T01:00:00.000Z -> day 9.00 USDT',
  ]);
  expect(faultsOf(limitsOf({ ...waiting, next: { ...waiting.next, at: 1 } }), acts)).toHaveLength(1);
  expect(faultsOf(limitsOf({ amount: null }), acts)).toHaveLength(1);
});

test('an exclusion that was taken away, shortened or ends earlier than was asked for is found; one that is over is none', () => {
  const [endsAt, liftsAt] = [48 * hourMs, 24 * hourMs];
  const acts = actsOf(
    ['selfExcluded', exclusionText({ endsAt, liftsAt: null })],
    ['exclusionLifted', exclusionText({ endsAt, liftsAt })],
  );
  const found = (exclusion: { endsAt: number; liftsAt: number | null } | null, now = 0) =>
    faultsOf(limitsOf({ amount: null }, exclusion, now), acts);
  expect(found({ endsAt, liftsAt })).toEqual([]);
  expect(found(null, liftsAt)).toEqual([]);
  expect(found(null, liftsAt - 1)).toHaveLength(1);
  expect(found({ endsAt, liftsAt: liftsAt - 1 })).toHaveLength(1);
  expect(found({ endsAt: endsAt - 1, liftsAt })).toHaveLength(1);
});

test('the real name is that of the newest entry, and each device of push messages has one; a device may end by itself', () => {
  const acts = actsOf(
    ['cardBound', '**** 4242, Ann'],
    ['realNameChanged', 'Ann Lee'],
    ['pushDeviceAdded', 'd1'],
    ['pushDeviceAdded', 'd2'],
  );
  const values = (realname: string, ...ids: readonly string[]) => ({
    account: { realname },
    settings: { devices: ids.map((id) => ({ id })) },
  });
  expect(faultsOf(values('Ann Lee', 'd2'), acts, { pushDevices: '' })).toEqual([]);
  expect(faultsOf(values('Ann', 'd2', 'd3'), acts, { pushDevices: '' })).toEqual([
    'realName: Ann Lee -> Ann',
    'pushDevices: d2 -> d2 d3',
  ]);
});

test('what has no entry is held against what this phone has kept of it; without that it is the first look', () => {
  const values = { ...limitsOf({ amount: five }), account: { realname: 'Ann' }, settings: { devices: [{ id: 'd1' }] } };
  const old = actsOf(['lossLimitSet', '5.00 USDT']);
  const first = checkHeld(values, old, {});
  expect(first).toMatchObject({ faults: [], isFirst: true });
  expect(checkHeld(values, old, first.standing)).toMatchObject({ faults: [], isFirst: false });
  const changed = {
    ...limitsOf({ amount: null }, { endsAt: 9, liftsAt: null }),
    account: { realname: '' },
    settings: { devices: [{ id: 'd1' }, { id: 'd2' }] },
  };
  const { faults, standing } = checkHeld(changed, old, first.standing);
  expect(faults.map(({ figure }) => figure)).toEqual(['day', 'exclusion', 'realName', 'pushDevices']);
  expect(standing).toEqual({});
});

test('an exclusion whose entry says nothing, of before entries said it, is held against what this phone has kept of it', () => {
  const old = actsOf(['selfExcluded', '']);
  const excluded = limitsOf({ amount: null }, { endsAt: hourMs, liftsAt: null });
  const first = checkHeld(excluded, old, {});
  expect(first).toMatchObject({ faults: [], isFirst: true });
  expect(faultsOf(excluded, old, first.standing)).toEqual([]);
  expect(faultsOf(limitsOf({ amount: null }), old, first.standing)).toHaveLength(1);
  expect(faultsOf(excluded, old, { exclusion: '' })).toHaveLength(1);
});

/** The phone's look at a server with these entries and values. */
const look = (acts: readonly Act[], ...values: readonly HeldValues[]) => {
  let reads = 0;
  return checkHistory('member01', {
    values: async () => values[Math.min(reads++, values.length - 1)] ?? {},
    list: (kept) =>
      readListed(async (before) => acts.filter(({ id }) => before === undefined || id < before).slice(0, 20), kept),
  });
};

test('entries that this phone has seen are never gone or changed, however many have come since', async () => {
  const acts = actsOf(...Array.from({ length: 50 }, () => ['sessionsRevoked', ''] as const));
  const [older, newer] = [acts.slice(10), acts];
  expect(await look(older)).toMatchObject({ faults: [], keptSince: null, isKept: true });
  expect(await look(newer)).toMatchObject({ faults: [], keptSince: expect.any(Number) });
  const gone = newer.filter(({ id }) => id !== 'A0045');
  expect((await look(gone)).faults).toMatchObject([{ kind: 'missing', act: { id: 'A0045' } }]);
  const changed = newer.map((act) => (act.id === 'A0045' ? { ...act, detail: 'x' } : act));
  expect((await look(changed)).faults).toMatchObject([{ kind: 'changed', act: { id: 'A0045', detail: '' } }]);
  expect((await look([])).faults).toHaveLength(50);
});

test('an entry that was taken away with the value it set is found by the phone that has seen it', async () => {
  const set = actsOf(['lossLimitSet', limitText('day', { amount: five, next: null })]);
  await look(set, limitsOf({ amount: five }));
  const { faults } = await look([], limitsOf({ amount: null }));
  expect(faults.map((fault) => fault.kind)).toEqual(['missing', 'value']);
  // What differs is not kept: the next look finds it again.
  expect((await look([], limitsOf({ amount: null }))).faults).toEqual(faults);
});

test('a change between the reads is read again, and is no fault', async () => {
  const set = actsOf(['lossLimitSet', limitText('day', { amount: five, next: null })]);
  expect((await look(set, limitsOf({ amount: null }), limitsOf({ amount: five }))).faults).toEqual([]);
});

test('a browser that keeps nothing says so, and holds values against the list alone', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const set = actsOf(['lossLimitSet', limitText('day', { amount: five, next: null })]);
  expect(await look(set, limitsOf({ amount: five }))).toMatchObject({ faults: [], isKept: false });
  expect((await look(set, limitsOf({ amount: null }))).faults).toHaveLength(1);
});

test('what was forgotten during a look, as of an earlier account of the name, does not come back with it', async () => {
  const [of, after] = [actsOf(['selfExcluded', '']), actsOf(['cardBound', '**** 4242'])].map((acts, place) =>
    acts.map((act) => ({ ...act, id: `${'AB'[place]}0001` })),
  ) as [Act[], Act[]];
  await look(of);
  await checkHistory('member01', {
    values: async () => ({}),
    list: async () => {
      databases.forget();
      return { acts: after, isComplete: true };
    },
  });
  expect((await look(after)).faults).toEqual([]);
});
