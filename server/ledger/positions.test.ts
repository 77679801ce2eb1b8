import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { accountsOf } from '#core/ledger/batch.ts';
import { usdt } from '#core/money/amount.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { lockBalances } from './batch-statements.ts';
import { connect } from './connection.ts';
import { type Ledger, openLedger, type Submission } from './ledger.ts';
import { positionsOf, withMemberLocks } from './positions.ts';
import { roundTrip } from './round-trip.ts';
import { deposit, inputHash, place } from './transfers.fixture.ts';

const [ann, bob, cat] = [1n, 2n, 3n];

let database: TestDatabase;
let ledger: Ledger;
let commits: ReadonlyMap<bigint, bigint>[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  for (const memberId of [ann, bob, cat]) await database.pool.query('select ledger.open_member($1)', [memberId]);
  const onCommitted = (newest: ReadonlyMap<bigint, bigint>) => void commits.push(newest);
  ledger = openLedger({ pool: database.pool, clock: { now: Date.now }, onCommitted });
});

afterAll(async () => {
  await ledger.close();
  await database.drop();
});

/** What a withdrawal has put aside leaves: a transfer that does not touch the available account. */
const payout = (memberId: bigint, key: string, units: bigint): Submission => ({
  key,
  inputHash,
  kind: 'withdrawalPaid',
  reference: key,
  postings: [{ from: memberAccount(memberId, 'withdrawing'), to: houseAccount('rail', memberId), amount: usdt(units) }],
});

const hold = (memberId: bigint, key: string, units: bigint): Submission => ({
  key,
  inputHash,
  kind: 'withdrawalHeld',
  reference: key,
  postings: [
    { from: memberAccount(memberId, 'available'), to: memberAccount(memberId, 'withdrawing'), amount: usdt(units) },
  ],
});

const idOf = (outcome: Awaited<ReturnType<Ledger['submit']>>): bigint =>
  'transferId' in outcome ? outcome.transferId : 0n;

test('each commit names the members that it moved, with their newest transfer, which is their position', async () => {
  commits = [];
  const outcomes = await Promise.all([
    ledger.submit(deposit(ann, 'ann 1', 900n)),
    ledger.submit(deposit(ann, 'ann 2', 100n)),
    ledger.submit(deposit(bob, 'bob 1', 500n)),
  ]);
  const [, annId = 0n, bobId = 0n] = outcomes.map(idOf);
  const named = new Map(commits.flatMap((newest) => [...newest]));
  expect(named).toEqual(
    new Map([
      [ann, annId],
      [bob, bobId],
    ]),
  );
  const positions = await positionsOf(database.pool, [ann, bob, cat]);
  expect(positions).toEqual(
    new Map([
      [ann, { transferId: annId, isRecent: true }],
      [bob, { transferId: bobId, isRecent: true }],
    ]),
  );
  const client = await database.owner.connect();
  await client.query('begin');
  await client.query('grant update on ledger.transfers to current_user');
  await client.query('alter table ledger.transfers disable trigger user');
  await client.query(`update ledger.transfers set recorded_at = now() - interval '61 seconds' where id = $1`, [bobId]);
  expect((await positionsOf(client as never, [bob])).get(bob)).toEqual({ transferId: bobId, isRecent: false });
  await client.query('rollback');
  client.release();
});

test('a page of many transfers names its members, too', async () => {
  commits = [];
  const page = async function* () {
    yield [deposit(ann, 'page ann', 1n), deposit(cat, 'page cat', 5n)];
  };
  expect((await ledger.submitPages(page())).committed).toBe(2);
  expect(new Set(commits.flatMap((newest) => [...newest.keys()]))).toEqual(new Set([ann, cat]));
});

test('what is refused or repeated moves nobody', async () => {
  commits = [];
  expect((await ledger.submit(place(bob, 'too much', 501n))).status).toBe('refused');
  expect((await ledger.submit(deposit(bob, 'bob 1', 500n))).status).toBe('replayed');
  expect(commits.flatMap((newest) => [...newest])).toEqual([]);
});

test('a member’s transfers wait for each other whatever accounts they move, so that ids grow in the order of commits', async () => {
  await ledger.submit(hold(ann, 'held', 300n));
  const submission = payout(ann, 'paid', 300n);
  const [holder, prober] = [await connect(database.pool), await connect(database.pool)];
  try {
    await holder.query('begin');
    // As a transfer from the available account does on another node.
    await holder.query('select ledger.lock_accounts(array[$1::bigint])', [memberAccount(ann, 'available')]);

    // Negative control: by its own accounts alone the payout would overtake it.
    await prober.query(`begin; set local lock_timeout = '200ms'`);
    const own = await roundTrip(prober, [lockBalances(accountsOf([submission]))]);
    expect(own[0]?.rows).toHaveLength(1);
    await expect(roundTrip(prober, [lockBalances(withMemberLocks(accountsOf([submission])))])).rejects.toThrow(
      'lock timeout',
    );
    await prober.query('rollback');

    const paying = ledger.submit(submission);
    await untilLockWait(database.pool, paying);
    const { rows } = await holder.query<{ id: string }>(`select nextval('ledger.transfer_ids') as id`);
    await holder.query('commit');
    expect(idOf(await paying)).toBeGreaterThan(BigInt(rows[0]?.id ?? 0));
  } finally {
    await Promise.all([holder.end(), prober.end()]);
  }
});
