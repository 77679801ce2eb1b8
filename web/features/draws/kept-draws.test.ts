import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Draw } from '#contract/draws.ts';
import { noUsdt } from '#core/money/amount.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { keepCommitment, keepDraw, keptDayOf } from './kept-draws.ts';

const databases = memoryDatabases();

beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => {
  databases.forget();
  vi.unstubAllGlobals();
});

const day = 20_800;
const draw = (entry: number, change: Partial<Draw> = {}): Draw => ({
  ...{ id: `D${entry}`, day, entry, kind: 'donated', clientSeed: 'own seed', number: 100 + entry, prize: null },
  ...{ amount: noUsdt, drawnAt: 0 },
  ...change,
});

test('commitment and prize table of a day stay as they were first seen, and its entries as they were drawn', async () => {
  await keepCommitment('ann', { day, commitment: 'first', prizes: 'table' });
  await keepDraw('ann', draw(1));
  await keepCommitment('ann', { day, commitment: 'second', prizes: 'another table' });
  await keepCommitment('ann', { day: day + 1, commitment: 'tomorrow’s', prizes: 'table' });
  await keepDraw('ann', draw(1, { number: 5, clientSeed: 'another' }));
  await keepDraw('ann', draw(2));
  const entries = [
    { entry: 1, clientSeed: 'own seed', number: 101 },
    { entry: 2, clientSeed: 'own seed', number: 102 },
  ];
  expect(await keptDayOf('ann', day)).toEqual({ day, commitment: 'first', prizes: 'table', entries });
  expect(await keptDayOf('ann', day + 1)).toMatchObject({ commitment: 'tomorrow’s', entries: [] });
});

test('an entry of a day whose commitment this phone has not seen proves nothing, and is kept nowhere', async () => {
  await keepCommitment('ann', { day, commitment: 'of the day', prizes: 'table' });
  await keepDraw('ann', draw(1, { day: day + 1 }));
  expect(await keptDayOf('ann', day)).toMatchObject({ entries: [] });
  expect(await keptDayOf('ann', day + 1)).toBeNull();
});

test('two members of one phone have days of their own', async () => {
  await keepCommitment('ann', { day, commitment: 'of the day', prizes: 'table' });
  await keepDraw('ann', draw(1));
  expect(await keptDayOf('bob', day)).toBeNull();
  await keepCommitment('bob', { day, commitment: 'of the day', prizes: 'table' });
  await keepDraw('bob', draw(2));
  expect(await keptDayOf('bob', day)).toMatchObject({ entries: [{ entry: 2 }] });
  expect(await keptDayOf('ann', day)).toMatchObject({ entries: [{ entry: 1 }] });
});

test('two months are kept, and the oldest day goes first', async () => {
  for (let later = 0; later < 60; later++)
    await keepCommitment('ann', { day: day + later, commitment: `${later}`, prizes: 'table' });
  expect(await keptDayOf('ann', day)).not.toBeNull();
  await keepCommitment('ann', { day: day + 60, commitment: '60', prizes: 'table' });
  expect(await keptDayOf('ann', day)).toBeNull();
  expect(await keptDayOf('ann', day + 1)).toMatchObject({ commitment: '1' });
  expect(await keptDayOf('ann', day + 60)).toMatchObject({ commitment: '60' });
});

test('a day from before the prize table was kept is kept without it', async () => {
  databases.leave('clearlot-draws', 'ann', [{ day, commitment: 'first', entries: [] }]);
  await keepDraw('ann', draw(1));
  const entries = [{ entry: 1, clientSeed: 'own seed', number: 101 }];
  expect(await keptDayOf('ann', day)).toEqual({ day, commitment: 'first', entries });
});

test('what a page of a newer version keeps on the same phone is not lost by this one', async () => {
  const newer = {
    day,
    commitment: 'first',
    prizes: 'table',
    rule: 2,
    entries: [{ entry: 1, clientSeed: 'own seed', number: 7, at: 9 }],
  };
  const unreadable = { day: day - 1, commitment: { v2: 'first' }, entries: [] };
  databases.leave('clearlot-draws', 'ann', [unreadable, newer]);
  expect(await keptDayOf('ann', day)).toMatchObject({ commitment: 'first' });
  await keepCommitment('ann', { day: day + 1, commitment: 'tomorrow’s', prizes: 'table' });
  await keepDraw('ann', draw(2));
  expect(databases.kept('clearlot-draws', 'ann')).toEqual([
    unreadable,
    { ...newer, entries: [...newer.entries, { entry: 2, clientSeed: 'own seed', number: 102 }] },
    { day: day + 1, commitment: 'tomorrow’s', prizes: 'table', entries: [] },
  ]);
});

test('without a database of the browser nothing is kept, and reading says so', async () => {
  vi.stubGlobal('indexedDB', undefined);
  vi.resetModules();
  const opened = await import('./kept-draws.ts');
  expect(await opened.keptDayOf('ann', day)).toBeNull();
});
