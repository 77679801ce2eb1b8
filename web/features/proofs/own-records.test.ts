import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { balanceAt, type OwnRecords } from './own-records.ts';

type OwnRecord = OwnRecords['records'][number];

/** Records from the oldest one, with the balances that follow; the accounts hold what the newest leaves. */
function ownOf(
  ...moves: readonly (readonly [at: number, transferId: string, account: OwnRecord['account'], amount: bigint])[]
) {
  const balances = new Map<OwnRecord['account'], ReturnType<typeof usdt>>();
  const records = moves.map(([at, transferId, account, amount]): OwnRecord => {
    const balance = usdt((balances.get(account) ?? 0n) + amount);
    balances.set(account, balance);
    return { at, transferId, account, amount, balance };
  });
  return { balances, records: records.toReversed(), olderAt: null } satisfies OwnRecords;
}

const moved = ownOf(
  [100, '1', 'available', 50n],
  [200, '2', 'available', -20n],
  [200, '2', 'plans', 20n],
  [300, '3', 'available', 7n],
  [301, '4', 'plans', -20n],
  [301, '4', 'available', 31n],
);

test('what a member had at a moment is what the accounts hold, less everything since', () => {
  const at = (moment: number) => balanceAt(moved, { from: moment, to: moment }).possible;
  expect(at(99)).toEqual([0n]);
  expect(at(150)).toEqual([50n]);
  expect(at(250)).toEqual([50n]);
  expect(at(400)).toEqual([68n]);
  expect(balanceAt({ ...moved, records: [] }, { from: 400, to: 400 }).possible).toEqual([68n]);
});

test('where money moved at that very moment, each balance between its transfers is possible, and none inside one', () => {
  expect(balanceAt(moved, { from: 290, to: 310 }).possible).toEqual([68n, 57n, 50n]);
  expect(balanceAt(moved, { from: 200, to: 200 }).possible).toEqual([50n]);
  expect(balanceAt(moved, { from: 301, to: 301 }).possible).toEqual([68n, 57n]);
});

test('records that do not follow from one another, or from what the accounts hold, are found', () => {
  const span = { from: 400, to: 400 };
  expect(balanceAt(moved, span).broken).toBeNull();
  const [newest, ...older] = moved.records as [OwnRecord, ...OwnRecord[]];
  expect(balanceAt({ ...moved, records: [{ ...newest, amount: 32n }, ...older] }, span).broken).toEqual({
    stated: 'available: 37',
    follows: 'available: 36',
  });
  expect(balanceAt({ ...moved, records: older }, span).broken).not.toBeNull();
  expect(balanceAt({ ...moved, balances: new Map([['available', usdt(67n)]]) }, span).broken).not.toBeNull();
});
