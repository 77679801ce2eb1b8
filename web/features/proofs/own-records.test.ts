import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { encode } from 'zod/mini';
import { pageSize } from '#contract/fields.ts';
import { type AccountRecord, getPurse, listAccountRecords } from '#contract/wallet.ts';
import { AnswerRefused } from '#web/platform/api/answer-refused.ts';
import { session } from '#web/platform/session/session.ts';
import { balanceToKeep } from './kept-balance.ts';
import { balanceAt, type OwnRecords, readOwnRecords } from './own-records.ts';

beforeAll(() => session.setLocale('en'));
afterEach(() => vi.unstubAllGlobals());

type OwnRecord = OwnRecords['records'][number];

/** Records from the oldest one, with the balances that follow; the accounts hold what the newest leaves. */
function ownOf(
  ...moves: readonly (readonly [at: number, transferId: string, account: OwnRecord['account'], amount: bigint])[]
) {
  const balances = new Map<OwnRecord['account'], bigint>();
  const records = moves.map(([at, transferId, account, amount]): OwnRecord => {
    const balance = (balances.get(account) ?? 0n) + amount;
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
  const at = (moment: number) => balanceAt(moved, { from: moment, to: moment }, 'usdt').possible;
  expect(at(99)).toEqual([0n]);
  expect(at(150)).toEqual([50n]);
  expect(at(250)).toEqual([50n]);
  expect(at(400)).toEqual([68n]);
  expect(balanceAt({ ...moved, records: [] }, { from: 400, to: 400 }, 'usdt').possible).toEqual([68n]);
});

test('where money moved at that very moment, each balance between its transfers is possible, and none inside one', () => {
  expect(balanceAt(moved, { from: 290, to: 310 }, 'usdt').possible).toEqual([68n, 57n, 50n]);
  expect(balanceAt(moved, { from: 200, to: 200 }, 'usdt').possible).toEqual([50n]);
  expect(balanceAt(moved, { from: 301, to: 301 }, 'usdt').possible).toEqual([68n, 57n]);
});

test('records that do not follow from one another, or from what the accounts hold, are found', () => {
  const span = { from: 400, to: 400 };
  expect(balanceAt(moved, span, 'usdt').broken).toBeNull();
  const [newest, ...older] = moved.records as [OwnRecord, ...OwnRecord[]];
  expect(balanceAt({ ...moved, records: [{ ...newest, amount: 32n }, ...older] }, span, 'usdt').broken).toEqual({
    stated: 'available: 37',
    follows: 'available: 36',
  });
  expect(balanceAt({ ...moved, records: older }, span, 'usdt').broken).not.toBeNull();
  expect(balanceAt({ ...moved, balances: new Map([['available', 67n]]) }, span, 'usdt').broken).not.toBeNull();
});

test('points are counted by themselves, each kind: they neither change nor break what was held in USDT', () => {
  const mixed = ownOf(
    [100, '1', 'available', 50n],
    [150, '2', 'assistance', 10n],
    [150, '2', 'promotion', 3n],
    [250, '3', 'assistance', -4n],
    [300, '4', 'available', 7n],
  );
  const at = (moment: number, of: 'usdt' | 'assistance' | 'promotion') =>
    balanceAt(mixed, { from: moment, to: moment }, of).possible;
  expect([at(200, 'usdt'), at(200, 'assistance'), at(200, 'promotion')]).toEqual([[50n], [10n], [3n]]);
  expect([at(400, 'usdt'), at(400, 'assistance'), at(400, 'promotion')]).toEqual([[57n], [6n], [3n]]);
  const broken = { ...mixed, balances: new Map(mixed.balances).set('assistance', 7n) };
  const span = { from: 400, to: 400 };
  expect(balanceAt(broken, span, 'usdt').broken).toBeNull();
  expect(balanceAt(broken, span, 'assistance').broken).toEqual({ stated: 'assistance: 6', follows: 'assistance: 7' });
});

test('records older than the moment are there too: a member at rest since the tree has a balance to keep', async () => {
  const record: AccountRecord = {
    ...{ id: '7-1-0', kind: 'depositConfirmed', account: 'available', asset: 'USDT', reference: 'T1', transferId: '7' },
    ...{ amount: 750_000_000n, balance: 750_000_000n, at: 1_000 },
  };
  const purse = encode(getPurse.output, [{ account: 'available', asset: 'USDT', balance: 750_000_000n }]);
  const records = encode(listAccountRecords.output, [record]);
  vi.stubGlobal('fetch', async (address: string) => {
    const read = address.endsWith(getPurse.path) ? purse : records;
    return new Response(JSON.stringify({ status: true, info: read, url: read }));
  });
  const own = await readOwnRecords(2_000, new AbortController().signal);
  expect(own.olderAt).toBe(1_000);
  expect(balanceAt(own, { from: 2_000, to: 2_001 }, 'usdt')).toEqual({ possible: [750_000_000n], broken: null });
  expect(balanceToKeep(own)).toEqual({ transferId: '7', at: 1_000, balances: own.balances });
});

test('money that moved between the two reads has both read again; what disagrees four times is left to the check', async () => {
  const recordOf = (id: number, amount: bigint, balance: bigint): AccountRecord => ({
    ...{ id: `${id}-1-0`, kind: 'depositConfirmed', account: 'available', asset: 'USDT', reference: 'T1' },
    ...{ transferId: `${id}`, amount, balance, at: 1_000 + id },
  });
  const records = encode(listAccountRecords.output, [recordOf(8, 7n, 57n), recordOf(7, 50n, 50n)]);
  const held: bigint[] = [];
  let balanceOf = (reads: number): bigint => (reads === 1 ? 50n : 57n);
  vi.stubGlobal('fetch', async (address: string) => {
    const isPurse = address.endsWith(getPurse.path);
    if (isPurse) held.push(balanceOf(held.length + 1));
    const purse = encode(getPurse.output, [{ account: 'available', asset: 'USDT', balance: held.at(-1) ?? 0n }]);
    const read = isPurse ? purse : records;
    return new Response(JSON.stringify({ status: true, info: read, url: read }));
  });
  const readAt = async () =>
    balanceAt(await readOwnRecords(2_000, new AbortController().signal), { from: 2_000, to: 2_000 }, 'usdt');
  expect(await readAt()).toEqual({ possible: [57n], broken: null });
  expect(held.splice(0)).toEqual([50n, 57n]);
  balanceOf = () => 50n;
  expect((await readAt()).broken).toEqual({ stated: 'available: 57', follows: 'available: 50' });
  expect(held).toHaveLength(4);
});

test('records at the very moment may go on on the next page, which is read as well', async () => {
  const recordAt = (place: number, at: number): AccountRecord => ({
    ...{ id: `${place}-1-0`, kind: 'depositConfirmed', account: 'available', asset: 'USDT', reference: 'T1' },
    ...{ transferId: `${place}`, amount: 1n, balance: BigInt(place), at },
  });
  const pages = [
    Array.from({ length: pageSize }, (_, place) => recordAt(pageSize + 1 - place, 2_000)),
    [recordAt(1, 1_500)],
  ].map((page) => encode(listAccountRecords.output, page));
  const purse = encode(getPurse.output, [{ account: 'available', asset: 'USDT', balance: BigInt(pageSize + 1) }]);
  vi.stubGlobal('fetch', async (address: string) => {
    const read = address.endsWith(getPurse.path) ? purse : pages[address.includes('before=') ? 1 : 0];
    return new Response(JSON.stringify({ status: true, info: read, url: read }));
  });
  expect((await readOwnRecords(2_000, new AbortController().signal)).olderAt).toBe(1_500);
});

test('a server that shows the same records again and again is refused', async () => {
  const page = Array.from({ length: pageSize }, (_, place): AccountRecord => {
    const id = `7-${place}-0`;
    return {
      ...{ id, kind: 'depositConfirmed', account: 'available', asset: 'USDT', reference: 'T1', transferId: '7' },
      ...{ amount: 1n, balance: 1n, at: 5_000 },
    };
  });
  const records = encode(listAccountRecords.output, page);
  const purse = encode(getPurse.output, []);
  let asked = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    if (asked++ > 100) throw new Error('asked without an end');
    const read = address.endsWith(getPurse.path) ? purse : records;
    return new Response(JSON.stringify({ status: true, info: read, url: read }));
  });
  await expect(readOwnRecords(2_000, new AbortController().signal)).rejects.toBeInstanceOf(AnswerRefused);
  expect(asked).toBe(3);
});
