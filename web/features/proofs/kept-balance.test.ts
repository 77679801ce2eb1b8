import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MemberAccountName } from '#core/ledger/accounts.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { balanceToKeep, keptDifference, readKeptBalance, writeKeptBalance } from './kept-balance.ts';
import type { OwnRecords } from './own-records.ts';

const databases = memoryDatabases();

beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => {
  databases.forget();
  vi.unstubAllGlobals();
});

type Move = readonly [transferId: string, account: MemberAccountName, amount: bigint];

/** Records from the oldest one; the accounts hold what the newest leaves. */
function ownOf(...moves: readonly Move[]): OwnRecords {
  const balances = new Map<MemberAccountName, bigint>();
  const records = moves.map(([transferId, account, amount]) => {
    const balance = (balances.get(account) ?? 0n) + amount;
    balances.set(account, balance);
    return { at: Number(transferId), transferId, account, amount, balance };
  });
  return { balances, records: records.toReversed(), olderAt: null };
}

const before: readonly Move[] = [
  ['1', 'available', 50n],
  ['2', 'available', -20n],
  ['2', 'plans', 20n],
];
const after: readonly Move[] = [
  ['3', 'available', 7n],
  ['4', 'plans', -20n],
  ['4', 'available', 31n],
];

const keptAfter = (moves: readonly Move[]) => {
  const kept = balanceToKeep(ownOf(...moves));
  if (!kept) throw new Error('there is a record to keep');
  return kept;
};

test('records that follow lead back to what was kept', () => {
  const kept = keptAfter(before);
  expect([kept.transferId, kept.at]).toEqual(['2', 2]);
  expect(keptDifference(ownOf(...before), kept)).toBeNull();
  expect(keptDifference(ownOf(...before, ...after), kept)).toBeNull();
  expect(balanceToKeep(ownOf())).toBeNull();
});

test('an old record that was changed with all that follow it and the balances is found, and one that is gone', () => {
  const kept = keptAfter(before);
  const smaller: readonly Move[] = [['1', 'available', 49n], ...before.slice(1), ...after];
  expect(keptDifference(ownOf(...smaller), kept)).toEqual({ claimed: 'available: 29', computed: 'available: 30' });
  expect(keptDifference(ownOf(...before.slice(0, 1), ...after), kept)).toEqual({ claimed: '-', computed: '2' });
  const moved: readonly Move[] = [before[0] as Move, ['2', 'available', -21n], ['2', 'plans', 21n]];
  expect(keptDifference(ownOf(...moved), kept)).not.toBeNull();
  const added: readonly Move[] = [['0', 'financing', 5n], ...before];
  expect(keptDifference(ownOf(...added), kept)).toEqual({ claimed: 'financing: 5', computed: 'financing: 0' });
});

test('points are compared like USDT, but for a copy from before they were kept', () => {
  const withPoints: readonly Move[] = [['1', 'assistance', 10n], ...before];
  const fewer: readonly Move[] = [['1', 'assistance', 9n], ...before];
  expect(keptDifference(ownOf(...withPoints, ...after), keptAfter(withPoints))).toBeNull();
  expect(keptDifference(ownOf(...fewer, ...after), keptAfter(withPoints))).toEqual({
    claimed: 'assistance: 9',
    computed: 'assistance: 10',
  });
  expect(keptDifference(ownOf(...withPoints, ...after), keptAfter(before))).toBeNull();
});

test('each member of a phone has a copy of their own, the newest, to the last unit, also of what is at zero', async () => {
  expect(await readKeptBalance('ann')).toBeNull();
  const balances = new Map([
    ['available', 9_007_199_254_740_993n],
    ['assistance', 0n],
  ] as const);
  const kept = { transferId: '7', at: 7, balances };
  await writeKeptBalance('ann', { ...kept, transferId: '6' });
  await writeKeptBalance('ann', kept);
  expect(await readKeptBalance('ann')).toEqual(kept);
  expect(await readKeptBalance('bob')).toBeNull();
});

test('a copy that cannot be read is none, and so it is without a database of the browser', async () => {
  databases.leave('clearlot-balances', 'ann', { transferId: '7', at: 7, balances: [['available', '1.5']] });
  expect(await readKeptBalance('ann')).toBeNull();
  vi.stubGlobal('indexedDB', undefined);
  const kept = keptAfter(before);
  await writeKeptBalance('ann', kept);
  expect(await readKeptBalance('ann')).toBeNull();
});

test('a copy that a page of a newer version has kept is read', async () => {
  databases.leave('clearlot-balances', 'ann', { transferId: '7', at: 7, balances: [['available', '5']], rule: 2 });
  expect(await readKeptBalance('ann')).toEqual({ transferId: '7', at: 7, balances: new Map([['available', 5n]]) });
});
