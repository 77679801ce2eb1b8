import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noUsdt } from '#core/money/amount.ts';
import { keepCommitment, keepDraw, keptDayOf } from '#web/features/draws/kept-draws.ts';
import { readKeptBalance, writeKeptBalance } from '#web/features/proofs/kept-balance.ts';
import { checkEntries, keptEntriesOf } from '#web/features/weight/kept-entries.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { forgetAccountHere } from './forget-account.ts';

const databases = memoryDatabases();

beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => {
  databases.forget();
  vi.unstubAllGlobals();
});

test('what this phone has seen of a deleted account is not held against the next one of that name', async () => {
  const day = 20_800;
  for (const name of ['ann', 'bob']) {
    await keptEntriesOf(name).write([{ id: 'W1', points: 20, at: 1 }]);
    await writeKeptBalance(name, { transferId: '9', at: 1, balances: new Map([['available', 5n]]) });
    await keepCommitment(name, { day, commitment: 'first', prizes: 'table' });
    await keepDraw(name, {
      ...{ id: 'D1', day, entry: 1, kind: 'donated', clientSeed: 'own seed', number: 7, prize: null },
      ...{ amount: noUsdt, drawnAt: 0 },
    });
  }
  await forgetAccountHere('ann');
  const none = { score: 0, entries: [], isComplete: true };
  expect((await checkEntries(none, keptEntriesOf('ann'))).faults).toEqual([]);
  expect([await readKeptBalance('ann'), await keptDayOf('ann', day)]).toEqual([null, null]);
  expect((await checkEntries(none, keptEntriesOf('bob'))).faults).toHaveLength(1);
  expect([(await readKeptBalance('bob'))?.transferId, (await keptDayOf('bob', day))?.entries.length]).toEqual(['9', 1]);
});
