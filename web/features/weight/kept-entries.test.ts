import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { listWeightEntries, type WeightEntry } from '#contract/weight.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { checkEntries, type KeptEntries, keptEntriesOf, type SeenEntry } from './kept-entries.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A phone's store in memory. */
function storeOf(entries: readonly SeenEntry[] = []): KeptEntries & { readonly seen: () => readonly SeenEntry[] } {
  let seen = entries;
  return {
    seen: () => seen,
    read: async () => seen,
    write: async (all) => {
      seen = all;
      return true;
    },
  };
}

/** Entries of these points, one an hour, newest first, with the score after each. */
function listed(...points: readonly number[]): { score: number; entries: WeightEntry[]; isComplete: boolean } {
  let score = 0;
  const entries = points.map((one, place): WeightEntry => {
    score += one;
    const reference = `P${place}`;
    return {
      id: `planSettled.${reference}`,
      kind: 'planSettled',
      reference,
      points: one,
      rule: 1,
      score,
      at: place * 3_600_000,
    };
  });
  return { score, entries: entries.toReversed(), isComplete: true };
}

test('a phone keeps what it sees, and finds nothing where entries only come', async () => {
  const store = storeOf();
  expect(await checkEntries(listed(10, 20), store)).toEqual({ faults: [], keptSince: null, isKept: true });
  expect(await checkEntries(listed(10, 20, 5), store)).toEqual({ faults: [], keptSince: 0, isKept: true });
  expect(store.seen().map(({ points }) => points)).toEqual([5, 20, 10]);
});

test('an entry that was changed with the score, taken away, or dated anew is found, and the evidence stays', async () => {
  const store = storeOf();
  await checkEntries(listed(10, 20, 5), store);
  const newer = listed(10, 20, 5).entries.slice(0, 2);
  const lies = [
    ['missing', { score: 25, entries: newer.map((one) => ({ ...one, score: one.score - 10 })), isComplete: true }],
    ['changed', listed(10, 1, 5)],
    ['missing', listed(10, 20)],
    ['missing', { ...listed(10, 20), entries: listed(10, 20).entries, isComplete: true }],
    [
      'changed',
      { ...listed(10, 20, 5), entries: listed(10, 20, 5).entries.map((one) => ({ ...one, at: one.at + 1 })) },
    ],
  ] as const;
  for (const [kind, lie] of lies) {
    const { faults, isKept } = await checkEntries(lie, store);
    expect(faults.map((fault) => fault.kind)).toContain(kind);
    expect(isKept).toBe(true);
  }
  expect(store.seen()).toHaveLength(3);
});

test('where something is wrong nothing new is kept either', async () => {
  const store = storeOf();
  await checkEntries(listed(10, 20), store);
  const { faults } = await checkEntries(listed(10, 1, 5), store);
  expect(faults.map(({ kind }) => kind)).toEqual(['changed']);
  expect(store.seen().map(({ points }) => points)).toEqual([20, 10]);
});

test('of a list that goes on only what it covers is compared', async () => {
  const store = storeOf();
  await checkEntries(listed(10, 20, 5, 7), store);
  const all = listed(10, 20, 5, 7);
  const firstPage = { ...all, entries: all.entries.slice(0, 2), isComplete: false };
  expect((await checkEntries(firstPage, store)).faults).toEqual([]);
  const [, last] = firstPage.entries;
  const atThatMoment = storeOf([
    ...firstPage.entries,
    { id: 'cardBound.on the next page', points: 3, at: last?.at ?? 0 },
  ]);
  expect((await checkEntries(firstPage, atThatMoment)).faults).toEqual([]);
  const [newest, ...rest] = firstPage.entries;
  const gap = { ...firstPage, entries: [newest, ...all.entries.slice(2, 3)].filter((one) => one !== undefined) };
  expect(rest).toHaveLength(1);
  expect((await checkEntries(gap, store)).faults.map(({ kind }) => kind)).toEqual(['score', 'missing']);
});

test('a score that is not the sum of its entries is found without a kept copy', async () => {
  const kinds = async (list: ReturnType<typeof listed>) =>
    (await checkEntries(list, storeOf())).faults.map(({ kind }) => kind);
  expect(await kinds({ ...listed(10, 20), score: 31 })).toEqual(['score']);
  expect(await kinds({ ...listed(10, 20), entries: listed(10, 20).entries.slice(0, 1) })).toEqual(['score']);
});

test('a browser that keeps nothing says so', async () => {
  const nothing: KeptEntries = { read: async () => null, write: async () => false };
  expect(await checkEntries(listed(10), nothing)).toEqual({ faults: [], keptSince: null, isKept: false });
});

test('the entries of each member of a phone are kept apart, and without a database of the browser none are', async () => {
  vi.stubGlobal('indexedDB', memoryDatabases());
  const [ann, bob] = [keptEntriesOf('ann'), keptEntriesOf('bob')];
  expect((await checkEntries(listed(10, 20), ann)).isKept).toBe(true);
  expect((await ann.read())?.map(({ points }) => points)).toEqual([20, 10]);
  expect(await bob.read()).toEqual([]);
  vi.stubGlobal('indexedDB', undefined);
  expect(await checkEntries(listed(10), keptEntriesOf('ann'))).toMatchObject({ isKept: false });
  expect([await ann.read(), await ann.write([])]).toEqual([null, false]);
});

test('a list with an entry that takes points away, or gives none, is not read: it would add up', () => {
  const isRead = (...points: readonly number[]) => {
    const { score, entries } = listed(...points);
    const sent = { score, entries: entries.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })) };
    return z.safeDecode(listWeightEntries.output, sent as never).success;
  };
  expect([isRead(10, 1), isRead(10, -4), isRead(10, 0)]).toEqual([true, false, false]);
});
