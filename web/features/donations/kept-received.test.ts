import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { keepReceived, readKeptReceived } from './kept-received.ts';

const databases = memoryDatabases();

beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => {
  databases.forget();
  vi.unstubAllGlobals();
});

const by = (number: number, usdt: bigint, points: bigint | null) => ({ number, received: { USDT: usdt, PTS: points } });

test('what was received by the newest root is kept, each asset by itself, and an older root does not replace it', async () => {
  expect(await readKeptReceived()).toBeNull();
  await keepReceived(by(6, 520n, null));
  expect(await readKeptReceived()).toEqual(by(6, 520n, null));
  await keepReceived(by(8, 9_007_199_254_740_993n, 60n));
  await keepReceived(by(7, 5n, 6n));
  expect(await readKeptReceived()).toEqual(by(8, 9_007_199_254_740_993n, 60n));
});

test('what cannot be read is not kept, and is replaced by what comes', async () => {
  databases.leave('clearlot-charity', 'received', { number: 9, USDT: '-5', PTS: null });
  expect(await readKeptReceived()).toBeNull();
  await keepReceived(by(6, 520n, 0n));
  expect(await readKeptReceived()).toEqual(by(6, 520n, 0n));
});

test('without a database of the browser nothing is kept, and both say so without failing', async () => {
  vi.stubGlobal('indexedDB', undefined);
  await keepReceived(by(6, 520n, null));
  expect(await readKeptReceived()).toBeNull();
});

test('what a page of a newer version has kept is read, and not replaced by an older root', async () => {
  databases.leave('clearlot-charity', 'received', { number: 9, USDT: '5', PTS: null, rule: 2 });
  await keepReceived({ number: 8, received: { USDT: 1n, PTS: 1n } });
  expect(await readKeptReceived()).toEqual({ number: 9, received: { USDT: 5n, PTS: null } });
});
