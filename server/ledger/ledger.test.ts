import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { anyTransfer, inWords, memberIds, openAccounts, PlainLedger, strangerId } from '#core/ledger/model.fixture.ts';
import type { Transfer } from '#core/ledger/transfer.ts';
import { usdt } from '#core/money/amount.ts';
import { Committer } from './committer.ts';
import { LedgerBusy, LedgerClosed } from './failures.ts';
import { faultsOf, openMember, openTestLedger, type TestLedger } from './ledger.fixture.ts';
import { openLedger } from './ledger.ts';
import { deposit, inputHash, place } from './transfers.fixture.ts';

let test1: TestLedger;
beforeAll(async () => {
  test1 = await openTestLedger(memberIds.filter((id) => id !== strangerId));
});
afterAll(() => test1.close());

test('random histories get the answers and balances of one transfer at a time', async () => {
  const { database } = test1;
  // One committer, because these members share accounts of the house and their order counts.
  const committer = new Committer({
    pool: database.pool,
    outageMsMax: 10_000,
    onCommitted: undefined,
    now: () => Date.now(),
  });
  const model = new PlainLedger(new Map(openAccounts.map((account) => [account, 0n])));
  const histories = fc.sample(fc.array(anyTransfer('order'), { minLength: 50, maxLength: 200 }), 40);
  const answered = new Set<string>();
  for (const [round, transfers] of histories.entries()) {
    // Fresh keys every few rounds: the few that there are would soon all be taken.
    const renewed = transfers.map((one): Transfer => ({ ...one, key: `${Math.trunc(round / 2)}:${one.key}` }));
    const outcomes = await Promise.all(renewed.map((transfer) => committer.submit(transfer)));
    const expected = renewed.map((transfer) => model.submit(transfer));
    expect(outcomes.map(inWords)).toEqual(expected);
    for (const words of expected) answered.add(words.split(' ')[0] ?? '');
  }
  await committer.drain();
  expect([...answered].sort()).toEqual([
    'committed',
    'conditionFailed',
    'insufficientFunds',
    'keyConflict',
    'replayed',
    'unknownAccount',
  ]);
  const { rows } = await database.pool.query<{ account_id: bigint; balance: bigint }>('select * from ledger.balances');
  const stored = new Map(rows.map(({ account_id, balance }) => [account_id, balance]));
  for (const [account, balance] of model.balances) expect(stored.get(account)).toBe(balance);
  expect(await faultsOf(database)).toEqual([]);
});

test('members who move money at once each see their own transfers in order', async () => {
  const { ledger, database } = test1;
  const members = Array.from({ length: 40 }, (_, index) => 1_000n + BigInt(index));
  for (const memberId of members) await openMember(database, memberId);
  const histories = members.map((memberId) => {
    const available = memberAccount(memberId, 'available');
    const plans = memberAccount(memberId, 'plans');
    const rail = houseAccount('rail', memberId);
    const accounts = [available, plans, rail] as const;
    const move = fc
      .record({
        from: fc.constantFrom(...accounts),
        to: fc.constantFrom(...accounts),
        amount: fc.bigInt(1n, 30n).map(usdt),
      })
      .filter(({ from, to }) => from !== to);
    const transfer = fc.record({
      key: fc.nat({ max: 80 }).map((number) => `own:${memberId}:${number}`),
      inputHash: fc.constantFrom(inputHash, 'b'.repeat(64)),
      kind: fc.constant('planSettled' as const),
      reference: fc.nat().map(String),
      postings: fc.array(move, { minLength: 1, maxLength: 3 }),
    });
    const model = new PlainLedger(new Map(accounts.map((account) => [account, 0n])));
    return { model, transfers: fc.sample(transfer, 100) };
  });
  await Promise.all(
    histories.map(async ({ model, transfers }) => {
      const outcomes = await Promise.all(transfers.map((transfer) => ledger.submit(transfer)));
      expect(outcomes.map(inWords)).toEqual(transfers.map((transfer) => model.submit(transfer)));
    }),
  );
  expect(await faultsOf(database)).toEqual([]);
});

test('one key submitted many times at once moves the money once, and everybody gets the first receipt', async () => {
  const { ledger } = test1;
  const before = (await ledger.balancesOf(2n))?.available ?? 0n;
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => ledger.submit(deposit(2n, 'once', 7n))));
  const [first] = outcomes;
  expect(outcomes.filter(({ status }) => status === 'committed')).toHaveLength(1);
  expect(first).toMatchObject({ status: 'committed', reference: 'once' });
  for (const outcome of outcomes.slice(1)) expect(outcome).toEqual({ ...first, status: 'replayed' });
  expect((await ledger.balancesOf(2n))?.available).toBe(before + 7n);
});

test('two ledgers on one database answer as one', async () => {
  const { ledger, database } = test1;
  const other = openLedger({ pool: database.pool, clock: { now: () => Date.now() } });
  await ledger.submit(deposit(3n, 'two', 1_000n));
  const before = await ledger.balancesOf(3n);
  const outcomes = await Promise.all(
    Array.from({ length: 600 }, (_, index) => {
      return (index % 2 ? ledger : other).submit(place(3n, `two:${Math.trunc(index / 2)}`, 7n));
    }),
  );
  await other.close();
  const committed = outcomes.filter(({ status }) => status === 'committed');
  expect(committed).toHaveLength(Math.min(300, Number((before?.available ?? 0n) / 7n)));
  for (const [index, outcome] of outcomes.entries()) {
    const twin = outcomes[index ^ 1];
    if (outcome.status !== 'refused' && twin?.status !== 'refused') expect(outcome.transferId).toBe(twin?.transferId);
  }
  expect((await ledger.balancesOf(3n))?.available).toBe((before?.available ?? 0n) - 7n * BigInt(committed.length));
  expect(await faultsOf(database)).toEqual([]);
});

test('a transfer that no code should build harms nobody else', async () => {
  const { ledger } = test1;
  const wrong = { ...place(1n, 'wrong', 1n), postings: [] };
  const [bad, good] = await Promise.allSettled([ledger.submit(wrong), ledger.submit(deposit(1n, 'right', 1n))]);
  expect(bad).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) });
  expect(good).toMatchObject({ status: 'fulfilled', value: { status: 'committed' } });
});

test('more transfers than may wait are refused as busy, and the ones before are made', async () => {
  const { ledger } = test1;
  const flood = Array.from({ length: 8_192 }, (_, index) => ledger.submit(deposit(1n, `flood:${index}`, 1n)));
  await expect(ledger.submit(deposit(1n, 'one more', 1n))).rejects.toThrow(LedgerBusy);
  for (const outcome of await Promise.all(flood)) expect(outcome).toMatchObject({ status: 'committed' });
  expect(await ledger.submit(deposit(1n, 'one more', 1n))).toMatchObject({ status: 'committed' });
});

test('a closing ledger answers what waits and refuses what comes', async () => {
  const { database } = test1;
  const ledger = openLedger({ pool: database.pool, clock: { now: () => Date.now() } });
  const waiting = Array.from({ length: 300 }, (_, index) => ledger.submit(deposit(1n, `closing:${index}`, 1n)));
  let answered = 0;
  for (const one of waiting) one.then(() => answered++);
  const closing = ledger.close();
  await expect(ledger.submit(deposit(1n, 'too late', 1n))).rejects.toThrow(LedgerClosed);
  await closing;
  // Nothing is left to do once it is closed: the process may end.
  expect(answered).toBe(300);
  const outcomes = await Promise.all(waiting);
  expect(outcomes.every(({ status }) => status === 'committed')).toBe(true);
});
