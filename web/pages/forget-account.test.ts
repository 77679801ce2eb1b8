import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepCommitment, keptDayOf } from '#web/features/draws/kept-draws.ts';
import { readKeptBalance, writeKeptBalance } from '#web/features/proofs/kept-balance.ts';
import { keptEntriesOf } from '#web/features/weight/kept-entries.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { forgetAccount } from './forget-account.ts';

const databases = memoryDatabases();

beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => {
  databases.forget();
  vi.unstubAllGlobals();
});

test('who takes the name of a deleted account is not held to what this phone kept of the other one', async () => {
  for (const username of ['satoshi7', 'another7']) {
    await writeKeptBalance(username, { transferId: '7', at: 1_000, balances: new Map([['available', 5n]]) });
    await keepCommitment(username, { day: 20_800, commitment: 'of the day', prizes: 'of the day' });
    await keptEntriesOf(username).write([{ id: 'E1', points: 5, at: 1_000 }]);
  }
  const kept = async (username: string) => [
    (await readKeptBalance(username)) !== null,
    (await keptDayOf(username, 20_800)) !== null,
    (await keptEntriesOf(username).read())?.length,
  ];
  await forgetAccount('satoshi7');
  expect(await kept('satoshi7')).toEqual([false, false, 0]);
  expect(await kept('another7')).toEqual([true, true, 1]);
});
